/* The kernels in assembly that this build has. A build without NASM defines KS_NO_ASSEMBLY. */
#ifndef KS_ASSEMBLY_H
#define KS_ASSEMBLY_H

#ifndef KS_NO_ASSEMBLY
#if defined __x86_64__ || defined __i386__
#define KS_SCAN_ASSEMBLY
#endif
#ifdef __x86_64__
#define KS_VECTOR_ASSEMBLY
#endif
#endif

#endif
