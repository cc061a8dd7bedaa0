/* The names of what is compiled several times, once for each of some tiers of core/processor/tiers.def.
 * KS_BUILD is the tier's name; c/builds.mk sets it. */
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
