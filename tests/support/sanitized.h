/* Says whether the tests are compiled with sanitizers or for an emulator, for tests that are then left out,
 * and whether they are therefore slow, for tests that then do less. */
#ifndef KS_TEST_SANITIZED_H
#define KS_TEST_SANITIZED_H

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

#ifdef PATIENCE /* the build for an emulator defines it */
#define EMULATED 1
#else
#define EMULATED 0
#endif

#define SLOW (SANITIZED || EMULATED)

#endif
