#include <iomanip>
#include <iostream>
#include <string>

int main() {
    std::string name;
    int count;
    char code[8];
    char letter;
    std::cin >> name;
    std::cin >> count;
    std::cin >> std::setw(8) >> code;
    std::cin.getline(code, sizeof(code));
    std::cin >> letter;
    return 0;
}
