#include <json-c/json.h>
#include <sys/capability.h>
int main(void) { return cap_get_bound(0) < 0 || json_object_new_null() != 0; }
