#include <stdio.h>

static const char *text = "gets(line)";

int main(void) {
    char line[80];
    fgets(line, sizeof(line), stdin);
    getcwd(line, sizeof line);
    puts(text);
    gets_s(line, sizeof line);
    return getchar();
}
