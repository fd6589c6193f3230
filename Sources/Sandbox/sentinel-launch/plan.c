#include <arpa/inet.h>
#include <errno.h>
#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "launch.h"

// A reader counts the keys it was asked for, so that a key nobody asked for is noticed.
struct reader {
  json_object *object;
  int used;
  const char *wrong; // the first key that is missing or of the wrong type
};

static json_object *take_if_present(struct reader *reader, const char *key, json_type type) {
  json_object *value = NULL;
  if (reader->wrong != NULL || !json_object_object_get_ex(reader->object, key, &value)) return NULL;
  if (!json_object_is_type(value, type)) reader->wrong = key;
  reader->used++;
  return value;
}

static json_object *take(struct reader *reader, const char *key, json_type type) {
  json_object *value = take_if_present(reader, key, type);
  if (value == NULL && reader->wrong == NULL) reader->wrong = key;
  return reader->wrong == NULL ? value : NULL;
}

static const char *text(struct reader *reader, const char *key) {
  json_object *value = take(reader, key, json_type_string);
  return value == NULL ? "" : json_object_get_string(value);
}

static uint64_t number(struct reader *reader, const char *key) {
  json_object *value = take(reader, key, json_type_int);
  return value == NULL ? 0 : json_object_get_uint64(value);
}

static bool flag(struct reader *reader, const char *key) {
  json_object *value = take(reader, key, json_type_boolean);
  return value != NULL && json_object_get_boolean(value);
}

// What most members leave out stands for empty, zero or false.
static const char *optional_text(struct reader *reader, const char *key) {
  json_object *value = take_if_present(reader, key, json_type_string);
  return value == NULL ? "" : json_object_get_string(value);
}

static uint64_t optional_number(struct reader *reader, const char *key) {
  json_object *value = take_if_present(reader, key, json_type_int);
  return value == NULL ? 0 : json_object_get_uint64(value);
}

static bool optional_flag(struct reader *reader, const char *key) {
  json_object *value = take_if_present(reader, key, json_type_boolean);
  return value != NULL && json_object_get_boolean(value);
}

static struct reader open_reader(json_object *object) {
  struct reader reader = {.object = object};
  if (!json_object_is_type(object, json_type_object)) reader.wrong = "object";
  return reader;
}

static int close_reader(struct reader *reader) {
  if (reader->wrong == NULL && reader->used != json_object_object_length(reader->object))
    reader->wrong = "unknown key";
  return reader->wrong == NULL ? 0 : failed_with(SENTINEL_STAGE_PLAN, EINVAL, reader->wrong);
}

// Allocates one zeroed element for each member of an array; `count` receives how many.
static void *list(struct reader *reader, const char *key, size_t element, size_t *count,
                  json_object **array) {
  *array = take(reader, key, json_type_array);
  *count = *array == NULL ? 0 : json_object_array_length(*array);
  void *elements = calloc(*count + 1, element);
  if (elements == NULL) reader->wrong = "memory";
  return elements == NULL ? NULL : elements;
}

static char **texts(struct reader *reader, const char *key) {
  json_object *array;
  size_t count;
  char **strings = list(reader, key, sizeof *strings, &count, &array);
  for (size_t i = 0; strings != NULL && i < count; i++)
    strings[i] = (char *)(uintptr_t)json_object_get_string(json_object_array_get_idx(array, i));
  return strings;
}

static int find(const char *name, const char *const *names, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (strcmp(name, names[i]) == 0) return (int)i;
  return -1;
}

// A target may only go down: relative, no empty part, no dot parts.
static bool goes_down(const char *target) {
  for (const char *part = target; part != NULL;) {
    const char *slash = strchr(part, '/');
    size_t length = slash == NULL ? strlen(part) : (size_t)(slash - part);
    if (length == 0 || (length == 1 && part[0] == '.') || (length == 2 && !strncmp(part, "..", 2)))
      return false;
    part = slash == NULL ? NULL : slash + 1;
  }
  return true;
}

static int read_mount(json_object *object, struct mount_entry *entry) {
  static const char *const kinds[] = {"bind", "tmpfs", "overlay", "proc", "devices",
                                      "mask", "link",  "file",    "copy", "directory",
                                      "tree"};
  struct reader reader = open_reader(object);
  int kind = find(text(&reader, "kind"), kinds, sizeof kinds / sizeof *kinds);
  entry->kind = (enum mount_kind)kind;
  entry->target = text(&reader, "target");
  entry->source = optional_text(&reader, "source");
  entry->content = optional_text(&reader, "content");
  entry->upper = optional_text(&reader, "upper");
  entry->tree = optional_text(&reader, "tree");
  entry->size_bytes = optional_number(&reader, "sizeBytes");
  entry->inodes = optional_number(&reader, "inodes");
  entry->mode = (uint32_t)optional_number(&reader, "mode");
  entry->read_only = optional_flag(&reader, "readOnly");
  entry->execute = optional_flag(&reader, "execute");
  entry->optional = optional_flag(&reader, "optional");
  entry->map_owner = optional_flag(&reader, "mapOwner");
  entry->fd = entry->mount_fd = entry->upper_mount_fd = -1;
  if (reader.wrong == NULL && (kind < 0 || !goes_down(entry->target))) reader.wrong = "target";
  return close_reader(&reader);
}

static int read_cgroup_entry(json_object *object, struct cgroup_entry *entry) {
  struct reader reader = open_reader(object);
  json_object *settings;
  entry->version = (int)number(&reader, "version");
  entry->parent = text(&reader, "parent");
  entry->holds_memory = flag(&reader, "memory");
  entry->holds_processes = flag(&reader, "processes");
  entry->holds_cpu = flag(&reader, "cpu");
  entry->holds_io = flag(&reader, "io");
  entry->parent_fd = entry->fd = -1;
  entry->settings =
      list(&reader, "settings", sizeof *entry->settings, &entry->setting_count, &settings);
  for (size_t i = 0; reader.wrong == NULL && i < entry->setting_count; i++) {
    struct reader setting = open_reader(json_object_array_get_idx(settings, i));
    entry->settings[i].file = text(&setting, "file");
    entry->settings[i].value = text(&setting, "value");
    if (close_reader(&setting) < 0) return -1;
  }
  return close_reader(&reader);
}

static int read_limits(json_object *object, struct limits *limits) {
  struct reader reader = open_reader(object);
  limits->wall_milliseconds = number(&reader, "wallMilliseconds");
  limits->cpu_milliseconds = number(&reader, "cpuMilliseconds");
  limits->output_bytes = number(&reader, "outputBytes");
  limits->memory_bytes = number(&reader, "memoryBytes");
  limits->open_files = number(&reader, "openFiles");
  limits->file_bytes = number(&reader, "fileBytes");
  limits->processes = number(&reader, "processes");
  limits->disk_bytes = number(&reader, "diskBytes");
  return close_reader(&reader);
}

// Three numbers for each call: its own, the errno, and the arguments that tell denials apart.
static int read_answers(struct reader *reader, struct plan *plan) {
  json_object *array = take(reader, "answers", json_type_array);
  size_t length = array == NULL ? 0 : json_object_array_length(array);
  plan->answer_count = length / 3;
  plan->answers = calloc(plan->answer_count + 1, sizeof *plan->answers);
  if (plan->answers == NULL || length % 3 != 0)
    return failed_with(SENTINEL_STAGE_PLAN, EINVAL, "answers");
  for (size_t i = 0; i < length; i++) {
    json_object *value = json_object_array_get_idx(array, i);
    struct answer *answer = &plan->answers[i / 3];
    if (!json_object_is_type(value, json_type_int))
      return failed_with(SENTINEL_STAGE_PLAN, EINVAL, "answers");
    if (i % 3 == 0) answer->number = json_object_get_int(value);
    if (i % 3 == 1) answer->error = json_object_get_int(value);
    if (i % 3 == 2) answer->argument_mask = (uint32_t)json_object_get_int(value);
  }
  return 0;
}

static int read_rule(json_object *object, struct path_rule *rule) {
  struct reader reader = open_reader(object);
  rule->path = text(&reader, "path");
  rule->write = flag(&reader, "write");
  rule->execute = flag(&reader, "execute");
  return close_reader(&reader);
}

static int read_port(json_object *object, uint16_t *port) {
  int64_t number = json_object_get_int64(object);
  if (!json_object_is_type(object, json_type_int) || number < 1 || number > UINT16_MAX)
    return failed_with(SENTINEL_STAGE_PLAN, EINVAL, "port");
  *port = (uint16_t)number;
  return 0;
}

// ADDRESS/BITS
static int read_block(json_object *object, struct block *block) {
  const char *text =
      json_object_is_type(object, json_type_string) ? json_object_get_string(object) : "";
  const char *slash = strchr(text, '/');
  unsigned char bytes[16];
  size_t length = slash == NULL ? 0 : (size_t)(slash - text);
  if (length == 0 || length >= sizeof block->address)
    return failed_with(SENTINEL_STAGE_PLAN, EINVAL, "block");
  memcpy(block->address, text, length);
  block->family = memchr(text, ':', length) == NULL ? AF_INET : AF_INET6;
  block->prefix = (unsigned char)strtoul(slash + 1, NULL, 10);
  return inet_pton(block->family, block->address, bytes) == 1
             ? 0
             : failed_with(SENTINEL_STAGE_PLAN, EINVAL, "block");
}

static int read_gateway(json_object *object, struct plan *plan) {
  struct reader reader = open_reader(object);
  json_object *ports, *blocks;
  plan->capture = flag(&reader, "capture");
  plan->ports = list(&reader, "ports", sizeof *plan->ports, &plan->port_count, &ports);
  plan->blocks = list(&reader, "blocks", sizeof *plan->blocks, &plan->block_count, &blocks);
  plan->spare_count = number(&reader, "spares");
  int bad = close_reader(&reader);
  for (size_t i = 0; bad == 0 && i < plan->port_count; i++)
    bad = read_port(json_object_array_get_idx(ports, i), &plan->ports[i]);
  for (size_t i = 0; bad == 0 && i < plan->block_count; i++)
    bad = read_block(json_object_array_get_idx(blocks, i), &plan->blocks[i]);
  return bad;
}

static int read_self_test(json_object *object, struct self_test *self_test) {
  struct reader reader = open_reader(object);
  json_object *processes;
  self_test->wanted = true;
  self_test->abstract = text(&reader, "abstract");
  self_test->port = (uint16_t)number(&reader, "port");
  self_test->processes = list(&reader, "processes", sizeof *self_test->processes,
                              &self_test->process_count, &processes);
  int bad = close_reader(&reader);
  for (size_t i = 0; bad == 0 && i < self_test->process_count; i++)
    self_test->processes[i] = json_object_get_int(json_object_array_get_idx(processes, i));
  return bad;
}

static void read_scalars(struct reader *reader, struct plan *plan) {
  static const char *const networks[] = {"none", "loopback", "egress", "host"};
  static const char *const levels[] = {"full", "contained", "available"};
  int isolation = find(text(reader, "isolation"), levels, 3);
  if (reader->wrong == NULL && isolation < 0) reader->wrong = "isolation";
  plan->isolation = (enum isolation)isolation;
  int network = find(text(reader, "network"), networks, 4);
  if (reader->wrong == NULL && network < 0) reader->wrong = "network";
  plan->network = (enum network)network;
  plan->hostname = text(reader, "hostname");
  plan->directory = text(reader, "directory");
  plan->launcher = text(reader, "launcher");
  plan->io_parent = optional_text(reader, "ioParent");
  plan->folder = optional_text(reader, "folder");
  if (has_own_folder(plan)) plan->writable = texts(reader, "writable");
  plan->minds_metadata = optional_flag(reader, "mindsMetadata");
  plan->minds_sockets = optional_flag(reader, "mindsSockets");
  plan->needs_proc = optional_flag(reader, "needsProc");
  plan->argv = texts(reader, "argv");
  plan->environment = texts(reader, "environment");
  plan->inside_uid = (uint32_t)number(reader, "insideUID");
  plan->inside_gid = (uint32_t)number(reader, "insideGID");
  plan->id_base = (uint32_t)number(reader, "idBase");
  plan->id_count = (uint32_t)number(reader, "idCount");
  plan->degrade = plan->isolation == ISOLATION_AVAILABLE;
  plan->map_owners = flag(reader, "mapOwners");
  plan->listener = flag(reader, "listener");
  plan->terminal = flag(reader, "terminal");
  plan->landlock = flag(reader, "landlock");
  plan->deny_tcp = flag(reader, "denyTCP");
  plan->watch_memory = flag(reader, "watchMemory");
  if (reader->wrong == NULL && plan->argv[0] == NULL) reader->wrong = "argv";
}

static int read_object(json_object *object, struct plan *plan) {
  struct reader reader = open_reader(object);
  json_object *mounts, *cgroups, *rules;
  if (number(&reader, "version") != SENTINEL_PLAN_VERSION && reader.wrong == NULL)
    reader.wrong = "version";
  read_scalars(&reader, plan);
  plan->mounts = list(&reader, "mounts", sizeof *plan->mounts, &plan->mount_count, &mounts);
  plan->cgroups = list(&reader, "cgroups", sizeof *plan->cgroups, &plan->cgroup_count, &cgroups);
  if (read_answers(&reader, plan) < 0) return -1;
  plan->rules = list(&reader, "rules", sizeof *plan->rules, &plan->rule_count, &rules);
  json_object *limits = take(&reader, "limits", json_type_object);
  json_object *gateway = take_if_present(&reader, "gateway", json_type_object);
  json_object *self_test = take_if_present(&reader, "selfTest", json_type_object);
  if (close_reader(&reader) < 0) return -1;
  int bad = read_limits(limits, &plan->limits);
  if (bad == 0 && gateway != NULL) bad = read_gateway(gateway, plan);
  if (bad == 0 && self_test != NULL) bad = read_self_test(self_test, &plan->self_test);
  for (size_t i = 0; bad == 0 && i < plan->mount_count; i++)
    bad = read_mount(json_object_array_get_idx(mounts, i), &plan->mounts[i]);
  for (size_t i = 0; bad == 0 && i < plan->cgroup_count; i++)
    bad = read_cgroup_entry(json_object_array_get_idx(cgroups, i), &plan->cgroups[i]);
  for (size_t i = 0; bad == 0 && i < plan->rule_count; i++)
    bad = read_rule(json_object_array_get_idx(rules, i), &plan->rules[i]);
  return bad;
}

// Waits for the caller, which may still be compiling; its end is the end of waiting. What was not
// carried becomes -1.
static int receive_descriptors(int fds[static SENTINEL_CARRIED_COUNT]) {
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(SENTINEL_CARRIED_COUNT * sizeof(int))];
  } control;
  char byte;
  struct iovec part = {.iov_base = &byte, .iov_len = 1};
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
  ssize_t count;
  do count = recvmsg(SENTINEL_FD_RESULT, &message, MSG_CMSG_CLOEXEC);
  while (count < 0 && errno == EINTR);
  if (count == 0) _exit(1); // there is nobody to report to
  if (count < 0) return failed(SENTINEL_STAGE_PLAN, "descriptors");
  struct cmsghdr *first = CMSG_FIRSTHDR(&message);
  if ((message.msg_flags & MSG_CTRUNC) != 0)
    return failed_with(SENTINEL_STAGE_PLAN, EMFILE, "descriptors");
  if (first == NULL || first->cmsg_type != SCM_RIGHTS ||
      first->cmsg_len < CMSG_LEN(SENTINEL_CARRIED_BROKER * sizeof *fds))
    return failed_with(SENTINEL_STAGE_PLAN, EINVAL, "descriptors");
  for (size_t i = 0; i < SENTINEL_CARRIED_COUNT; i++) fds[i] = -1;
  memcpy(fds, CMSG_DATA(first), first->cmsg_len - CMSG_LEN(0));
  return 0;
}

static void *map_descriptor(int fd, size_t *size) {
  struct stat status;
  if (fstat(fd, &status) < 0) return NULL;
  if (status.st_size <= 0 || status.st_size > 16 << 20) {
    errno = EINVAL;
    return NULL;
  }
  *size = (size_t)status.st_size;
  void *bytes = mmap(NULL, *size, PROT_READ, MAP_PRIVATE, fd, 0);
  return bytes == MAP_FAILED ? NULL : bytes;
}

int read_plan(struct plan *plan) {
  size_t size, filter_size;
  int fds[SENTINEL_CARRIED_COUNT];
  plan->broker = -1;
  if (receive_descriptors(fds) < 0) return -1;
  plan->broker = fds[SENTINEL_CARRIED_BROKER];
  const char *bytes = map_descriptor(fds[SENTINEL_CARRIED_PLAN], &size);
  if (bytes == NULL) return failed(SENTINEL_STAGE_PLAN, "plan");
  struct json_tokener *tokener = json_tokener_new_ex(16);
  if (tokener == NULL) return failed(SENTINEL_STAGE_PLAN, "memory");
  json_tokener_set_flags(tokener, JSON_TOKENER_STRICT);
  json_object *object = json_tokener_parse_ex(tokener, bytes, (int)size);
  bool whole = json_tokener_get_error(tokener) == json_tokener_success &&
               json_tokener_get_parse_end(tokener) == size;
  json_tokener_free(tokener);
  if (!whole) return failed_with(SENTINEL_STAGE_PLAN, EINVAL, "syntax");
  if (read_object(object, plan) < 0) return -1; // its strings serve until the process ends
  plan->filter.filter = map_descriptor(fds[SENTINEL_CARRIED_FILTER], &filter_size);
  if (plan->filter.filter == NULL) return failed(SENTINEL_STAGE_PLAN, "filter");
  if (filter_size % sizeof(struct sock_filter) != 0)
    return failed_with(SENTINEL_STAGE_PLAN, EINVAL, "filter");
  plan->filter.len = (unsigned short)(filter_size / sizeof(struct sock_filter));
  close(fds[SENTINEL_CARRIED_PLAN]);
  close(fds[SENTINEL_CARRIED_FILTER]);
  return 0;
}
