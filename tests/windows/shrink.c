/* Makes the game's window as small as it may become. Fails when the picture does not fit into it any more. */
#include <windows.h>

int main(void) {
    HWND window = FindWindowA(NULL, "Mus Rex");
    if (!window) {
        return 2;
    }
    SetWindowPos(window, NULL, 0, 0, 100, 90, SWP_NOMOVE | SWP_NOZORDER);
    RECT inside;
    GetClientRect(window, &inside);
    /* It would be larger if nobody had made it smaller. */
    return inside.right == 240 && inside.bottom == 160 ? 0 : 1;
}
