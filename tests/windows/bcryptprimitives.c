/*
 * A stand-in for the library of Windows that Debian's wine lacks. Rust's standard library gets its random numbers from
 * this library. The test of the Windows program builds the stand-in and puts it beside musrex.exe. Windows itself has
 * the real library.
 */
#include <windows.h>

/* Fills `bytes` with `count` random bytes. This is the name of RtlGenRandom in advapi32. */
BOOLEAN NTAPI SystemFunction036(PVOID bytes, ULONG count);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T count)
{
    return SystemFunction036(bytes, (ULONG)count);
}
