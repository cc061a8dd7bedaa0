#!/bin/sh
# Runs a command with a Slurm of one node, which is started for it and ends with it: slurm.sh COMMAND [ARGUMENT...].
# Prints a line with the reason and exits with 77 when Slurm cannot be started.
cannot() {
    echo "$1"
    exit 77
}

for program in munged slurmctld slurmd sbatch sinfo; do
    command -v "$program" >/dev/null || PATH=$PATH:/usr/sbin
    command -v "$program" >/dev/null || cannot "there is no $program here; Debian's slurm-wlm has it"
done
[ "$(id -u)" = 0 ] || cannot "slurmd starts only as root"
mountpoint -q /sys/fs/cgroup || cannot "this machine has no control groups, and slurmd needs them"

home=$(mktemp -d) && mkdir "$home/state" "$home/spool" || exit 99
port=$((20000 + $$ % 20000))
pids=
# SC2086: the numbers are several words.
# shellcheck disable=SC2086
trap 'kill $pids 2>/dev/null; wait; rm -rf "$home"' EXIT
(umask 077 && head -c 1024 /dev/urandom >"$home/key")

cat >"$home/slurm.conf" <<X
ClusterName=test
SlurmctldHost=$(hostname)(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$home/munge.socket
CryptoType=crypto/munge
SlurmctldPort=$port
SlurmdPort=$((port + 1))
StateSaveLocation=$home/state
SlurmdSpoolDir=$home/spool
SlurmctldPidFile=$home/slurmctld.pid
SlurmdPidFile=$home/slurmd.pid
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
MpiDefault=none
NodeName=$(hostname) NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
X
export SLURM_CONF="$home/slurm.conf"

munged --foreground --force --key-file="$home/key" --socket="$home/munge.socket" --pid-file="$home/munge.pid" \
    --log-file="$home/munge.log" --seed-file="$home/seed" >/dev/null 2>&1 &
pids=$!
slurmctld -D >"$home/slurmctld.log" 2>&1 &
pids="$pids $!"
slurmd -D -N "$(hostname)" >"$home/slurmd.log" 2>&1 &
pids="$pids $!"

waited=0
until sinfo --noheader --states=idle 2>/dev/null | grep -q idle; do
    waited=$((waited + 1))
    if [ $waited -gt 60 ]; then
        cannot "no node of Slurm became idle: $(tail -n 1 "$home/slurmd.log")"
    fi
    sleep 0.5
done
"$@"
