#include <stdio.h>

int main(void) {
    char name[32];
    char *grown;
    int age;
    scanf("%31s", name);
    scanf("%d", &age);
    scanf("%*s %d", &age);
    scanf("%ms", &grown);
    printf("%s", name);
    fscanf(stdin, "%31[^\n]", name);
    return 0;
}
