#include <stdio.h>

int main(void) {
    char name[32];
    char *target = name;
    int age;
    scanf("%s", name); // finding: scanf-without-width
    scanf("%d %s", &age, target); // finding: scanf-without-width
    fscanf(stdin, "%[^\n]", name); // finding: scanf-without-width
    return 0;
}
