/* A plugin of QEMU that counts the instructions of a program. When the program ends, the plugin prints the number as
 * callgrind does: "Collected : 123". The declarations are those of qemu-plugin.h, which no package of Debian contains.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct qemu_plugin_tb;
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);
void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t id, void (*call)(uint64_t id, struct qemu_plugin_tb *block));
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *block, void (*call)(unsigned processor, void *data), int flags,
                                          void *data);
void qemu_plugin_register_atexit_cb(uint64_t id, void (*call)(uint64_t id, void *data), void *data);

int qemu_plugin_version = 1;

static uint64_t count;
static void on_run(unsigned processor, void *length) { (void)processor; count += (uintptr_t)length; }
static void on_translate(uint64_t id, struct qemu_plugin_tb *block) {
    (void)id;
    qemu_plugin_register_vcpu_tb_exec_cb(block, on_run, 0, (void *)qemu_plugin_tb_n_insns(block));
}
static void on_end(uint64_t id, void *data) {
    (void)id; (void)data;
    fprintf(stderr, "Collected : %llu\n", (unsigned long long)count);
}

int qemu_plugin_install(uint64_t id, const void *info, int argument_count, char **arguments) {
    (void)info; (void)argument_count; (void)arguments;
    qemu_plugin_register_vcpu_tb_trans_cb(id, on_translate);
    qemu_plugin_register_atexit_cb(id, on_end, NULL);
    return 0;
}
