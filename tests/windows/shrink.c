/* Makes the game's window as small as possible. Fails unless its contents then have exactly 240 x 160 pixels. */
#include <windows.h>

int main(void) {
    HWND window = FindWindowA(NULL, "Mus Rex");
    if (!window) {
        return 2;
    }
    SetWindowPos(window, NULL, 0, 0, 100, 90, SWP_NOMOVE | SWP_NOZORDER);
    RECT inside;
    GetClientRect(window, &inside);
    /* A window that was not resized would be larger. */
    return inside.right == 240 && inside.bottom == 160 ? 0 : 1;
}
