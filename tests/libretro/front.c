/* A front end of libretro for tests. It loads a core as other front ends do, and reads one command per line from
 * standard input:
 *
 *   front FOLDER [-MISSING …]
 *
 * FOLDER is the folder of saves, or `none` for no folder. Each MISSING names a feature that this front end lacks: an
 * environment command (by its number), a function for files (`vfs.open` and so on), `writing` of any file, or a
 * callback (`video`, `audio`, `poll` or `state`). Each command has a reply: the length in 4 bytes, and then the bytes.
 * The program is plain C without a library, so that it compiles for every processor that an emulator supports.
 */
#include <dlfcn.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct variable { const char *key, *value; };
struct system_info { const char *name, *version, *extensions; bool need_path, block_extract; };
struct av_info { unsigned width, height, width_max, height_max; float aspect; double fps, rate; };
struct vfs_info { uint32_t version; void *interface; };

static char **missing;
static const char *folder;
static uint8_t *core_memory;

static bool is_missing(const char *name) {
    for (char **one = missing; *one; one++)
        if (!strcmp(*one + 1, name)) return true;
    return false;
}

/* Bytes that are collected until a command asks for them. */
struct buffer { char *bytes; size_t length, room; };
static struct buffer log_text, rumble_text, samples, picture, picture_count;

static void append(struct buffer *buffer, const void *bytes, size_t length) {
    if (buffer->length + length > buffer->room) {
        buffer->room = 2 * (buffer->length + length);
        buffer->bytes = realloc(buffer->bytes, buffer->room);
        if (!buffer->bytes) abort();
    }
    memcpy(buffer->bytes + buffer->length, bytes, length);
    buffer->length += length;
}

static void answer(const void *bytes, size_t length) {
    uint32_t count = (uint32_t)length;
    fwrite(&count, 4, 1, stdout);
    fwrite(bytes, 1, length, stdout);
    fflush(stdout);
}

static void answer_text(const char *format, ...) {
    char text[1024];
    va_list list;
    va_start(list, format);
    int length = vsnprintf(text, sizeof text, format, list);
    va_end(list);
    answer(text, (size_t)length);
}

static void take(struct buffer *buffer) {
    answer(buffer->bytes, buffer->length);
    buffer->length = 0;
}

/* The functions for files. Like those of real front ends, they use the files of C, which buffer bytes until a flush. */
static const char *vfs_path(FILE *file) { (void)file; return ""; }
static FILE *vfs_open(const char *path, unsigned mode, unsigned hints) {
    (void)hints;
    if (mode != 1 && is_missing("writing")) return NULL;
    return fopen(path, mode == 1 ? "rb" : mode & 4 ? "r+b" : "w+b");
}
static int vfs_close(FILE *file) { return fclose(file); }
static int64_t vfs_tell(FILE *file) { return ftell(file); }
static int64_t vfs_seek(FILE *file, int64_t offset, int from) {
    return fseek(file, (long)offset, from) ? -1 : ftell(file);
}
static int64_t vfs_size(FILE *file) {
    fseek(file, 0, SEEK_END);
    return ftell(file);
}
static int64_t vfs_read(FILE *file, void *to, uint64_t length) { return (int64_t)fread(to, 1, length, file); }
/* The number of writes until the disk is full; negative for a disk that never gets full. */
static long writes_left = -1;
static int64_t vfs_write(FILE *file, const void *from, uint64_t length) {
    if (writes_left == 0) return -1;
    if (writes_left > 0) writes_left--;
    return (int64_t)fwrite(from, 1, length, file);
}
static int vfs_flush(FILE *file) { return fflush(file); }

static void *vfs[9];
static void fill_vfs(void) {
    static const char *names[] = {"vfs.path", "vfs.open", "vfs.close", "vfs.size", "vfs.tell",
                                  "vfs.seek", "vfs.read", "vfs.write", "vfs.flush"};
    void *functions[] = {vfs_path, vfs_open, vfs_close, vfs_size, vfs_tell, vfs_seek, vfs_read, vfs_write, vfs_flush};
    for (int at = 0; at < 9; at++) vfs[at] = is_missing(names[at]) ? NULL : functions[at];
}

static void on_log(unsigned level, const char *format, ...) {
    static const char *levels[] = {"debug: ", "info: ", "warn: ", "error: "};
    char text[1024];
    va_list list;
    va_start(list, format);
    int length = vsnprintf(text, sizeof text, format, list);
    va_end(list);
    append(&log_text, levels[level & 3], strlen(levels[level & 3]));
    append(&log_text, text, (size_t)length);
}

static bool on_rumble(unsigned port, unsigned effect, uint16_t strength) {
    char text[64];
    append(&rumble_text, text, (size_t)snprintf(text, sizeof text, "%u %u %u\n", port, effect, strength));
    return true;
}

/* A clock that shows the time set by the command `now`. */
static int64_t now;
static int64_t on_time(void) { return now; }

static struct variable options[8];
static bool has_changed;
static unsigned format, rate;
static unsigned width, height;

static bool on_environment(unsigned command, void *data) {
    char name[16];
    snprintf(name, sizeof name, "%u", command & 0xFFFF);
    if (is_missing(name)) return false;
    switch (command & 0xFFFF) {
    case 3: *(bool *)data = true; return true;
    case 10: format = *(unsigned *)data; return true;
    case 11: case 16: case 18: return true;
    case 15:
        for (int at = 0; at < 8 && options[at].key; at++)
            if (!strcmp(options[at].key, ((struct variable *)data)->key)) {
                ((struct variable *)data)->value = options[at].value;
                return true;
            }
        return false;
    case 17: *(bool *)data = has_changed; has_changed = false; return true;
    case 23: *(void **)data = on_rumble; return true;
    case 27: *(void **)data = on_log; return true;
    case 28: *(void **)data = on_time; return true;
    case 31: *(const char **)data = folder; return true;
    case 37: return true;
    case 45: ((struct vfs_info *)data)->interface = vfs; return true;
    case 81: *(unsigned *)data = rate; return rate != 0;
    }
    return false;
}

static uint32_t pictures, repeats;
static void on_video(const void *data, unsigned columns, unsigned rows, size_t pitch) {
    if (!data) { repeats++; return; }
    pictures++;
    width = columns;
    height = rows;
    picture.length = 0;
    for (unsigned row = 0; row < rows; row++) append(&picture, (const char *)data + row * pitch, columns * 2);
}

static bool keeps_sound;
static size_t on_audio(const int16_t *data, size_t frames) {
    if (keeps_sound) append(&samples, data, frames * 4);
    return frames;
}

static void on_poll(void) {}
static unsigned buttons;
static int pointer_x, pointer_y, pointer_pressed;
static int16_t on_state(unsigned port, unsigned device, unsigned index, unsigned id) {
    if (port || index) return 0;
    if (device == 1) return buttons >> id & 1;
    if (device == 6) return (int16_t)(id == 0 ? pointer_x : id == 1 ? pointer_y : id == 2 ? pointer_pressed : 0);
    return 0;
}

static void *library;
static void *function(const char *name) {
    void *found = dlsym(library, name);
    if (!found) { fprintf(stderr, "front: no %s\n", name); exit(3); }
    return found;
}
#define CALL(type, name) ((type)function(#name))
typedef void (*plain)(void);
typedef void (*setter)(void *);

static void set(const char *name, const char *short_name, void *callback) {
    ((setter)function(name))(is_missing(short_name) ? NULL : callback);
}

static bool start(const char *path) {
    library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) { fprintf(stderr, "front: %s\n", dlerror()); exit(3); }
    set("retro_set_environment", "environment", on_environment);
    CALL(plain, retro_init)();
    set("retro_set_video_refresh", "video", on_video);
    set("retro_set_audio_sample_batch", "audio", on_audio);
    set("retro_set_input_poll", "poll", on_poll);
    set("retro_set_input_state", "state", on_state);
    if (!CALL(bool (*)(void *), retro_load_game)(NULL)) return false;
    core_memory = CALL(void *(*)(unsigned), retro_get_memory_data)(0);
    return true;
}

/* Copies a word of a command, because the options store pointers to their words. */
static const char *keep(const char *text) {
    char *copy = malloc(strlen(text) + 1);
    return copy ? strcpy(copy, text) : NULL;
}

static void set_option(const char *key, const char *value) {
    int at = 0;
    while (at < 7 && options[at].key && strcmp(options[at].key, key)) at++;
    options[at] = (struct variable){keep(key), keep(value)};
    has_changed = true;
}

static void bring(const char *path) {
    FILE *file = fopen(path, "rb");
    size_t size = CALL(size_t (*)(unsigned), retro_get_memory_size)(0);
    size_t count = file && core_memory ? fread(core_memory, 1, size, file) : 0;
    if (file) fclose(file);
    answer_text("%zu", count);
}

static void tell_info(void) {
    struct system_info system;
    struct av_info av;
    CALL(setter, retro_get_system_info)(&system);
    CALL(setter, retro_get_system_av_info)(&av);
    answer_text("%u|%s|%s|%s|%d|%ux%u|%ux%u|%.0f|%.0f|%zu", CALL(unsigned (*)(void), retro_api_version)(), system.name,
                system.version, system.extensions, system.need_path, av.width, av.height, av.width_max, av.height_max,
                av.fps, av.rate, CALL(size_t (*)(void), retro_serialize_size)());
}

static void run(unsigned long ticks) {
    plain tick = CALL(plain, retro_run);
    while (ticks--) tick();
}

static void obey(char *line) {
    char word[32], first[512] = "", second[512] = "";
    sscanf(line, "%31s %511s %511s", word, first, second);
    if (!strcmp(word, "run")) {
        unsigned long ticks = 1;
        pointer_pressed = 0;
        sscanf(line, "run %u %lu %d %d %d", &buttons, &ticks, &pointer_x, &pointer_y, &pointer_pressed);
        run(ticks);
        uint32_t counts[2] = {pictures, repeats};
        answer(counts, sizeof counts);
    } else if (!strcmp(word, "picture")) {
        uint32_t size[3] = {width, height, format};
        picture_count.length = 0;
        append(&picture_count, size, sizeof size);
        append(&picture_count, picture.bytes, picture.length);
        answer(picture_count.bytes, picture_count.length);
    } else if (!strcmp(word, "load")) {
        answer_text("%d", start(first));
    } else if (!strcmp(word, "memory")) {
        size_t size = CALL(size_t (*)(unsigned), retro_get_memory_size)(0);
        answer(CALL(void *(*)(unsigned), retro_get_memory_data)(0), size);
    } else if (!strcmp(word, "idle")) {
        clock_t begin = clock();
        run(strtoul(first, NULL, 10));
        answer_text("%.0f", (double)(clock() - begin) * 1e6 / CLOCKS_PER_SEC);
    } else {
        bool is_told = true;
        if (!strcmp(word, "bring")) { bring(first); is_told = false; }
        else if (!strcmp(word, "info")) { tell_info(); is_told = false; }
        else if (!strcmp(word, "log")) { take(&log_text); is_told = false; }
        else if (!strcmp(word, "rumble")) { take(&rumble_text); is_told = false; }
        else if (!strcmp(word, "sound")) { take(&samples); keeps_sound = true; is_told = false; }
        else if (!strcmp(word, "option")) set_option(first, second);
        else if (!strcmp(word, "rate")) rate = (unsigned)strtoul(first, NULL, 10);
        else if (!strcmp(word, "now")) now = strtoll(first, NULL, 10);
        else if (!strcmp(word, "full")) writes_left = strtol(first, NULL, 10);
        else if (!strcmp(word, "reset")) CALL(plain, retro_reset)();
        else if (!strcmp(word, "unload")) { CALL(plain, retro_unload_game)(); CALL(plain, retro_deinit)(); }
        else { fprintf(stderr, "front: no command is %s\n", word); exit(2); }
        if (is_told) answer("", 0);
    }
}

int main(int count, char **arguments) {
    if (count < 2) return 2;
    folder = strcmp(arguments[1], "none") ? arguments[1] : NULL;
    missing = arguments + 2;
    fill_vfs();
    char line[1200];
    while (fgets(line, sizeof line, stdin)) obey(line);
    return 0;
}
