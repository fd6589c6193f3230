#include <iostream>

int main() {
    char name[32];
    char code[8] = "";
    std::cin >> name; // finding: cin-into-char-array
    std::cin >> code; // finding: cin-into-char-array
    char *word = new char[16];
    std::cin >> word; // finding: cin-into-char-array
    return 0;
}
