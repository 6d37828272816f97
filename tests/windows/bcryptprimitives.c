/*
 * A stand-in for the one library of Windows that Debian's wine lacks: it has the random numbers of
 * Rust's standard library. The test of the Windows program builds it and puts it beside musrex.exe;
 * players have the real one.
 */
#include <windows.h>

/* Fills `bytes` with `count` random bytes; named so in advapi32, where RtlGenRandom is. */
BOOLEAN NTAPI SystemFunction036(PVOID bytes, ULONG count);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T count)
{
    return SystemFunction036(bytes, (ULONG)count);
}
