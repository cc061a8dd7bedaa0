/* Some files of the rules are compiled several times: for any processor, for processors with a fast PEXT,
 * with POPCNT, with AVX2, and with AVX-512. KS_BUILD names the build; c/builds.mk sets it. */
#ifndef KS_BUILD_H
#define KS_BUILD_H

#ifndef KS_BUILD
#define KS_BUILD any
#endif

#define BUILD_NAME_(build, name) ks_##build##_##name
#define BUILD_NAME(build, name) BUILD_NAME_(build, name)

/* The name of a function or table in the build that is being compiled. */
#define IN_BUILD(name) BUILD_NAME(KS_BUILD, name)

#endif
