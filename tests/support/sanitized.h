/* Whether the tests are compiled with sanitizers or for an emulator, for those that then do nothing; and
 * whether they are slow, by either, for those that then do less. */
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

#ifdef PATIENCE /* as the build for an emulator says */
#define EMULATED 1
#else
#define EMULATED 0
#endif

#define SLOW (SANITIZED || EMULATED)

#endif
