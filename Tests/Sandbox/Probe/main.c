#include <stdio.h>
#include <string.h>

#include "probe.h"

const char *present_row = "";

static const struct {
  const char *name;
  command *run;
} commands[] = {
    {"S01", row_s01},    {"S02", row_s02},        {"S03", row_s03},          {"S04", row_s04},
    {"S05", row_s05},    {"S06", row_s06},        {"S07", row_s07},          {"S08", row_s08},
    {"S11", row_s11},    {"S13", row_s13},        {"S14", row_s14},          {"S15", row_s15},
    {"S16", row_s16},    {"S17", row_s17},        {"R18", row_r18},          {"F20", row_f20},
    {"F21", row_f21},
    {"C01", row_c01},    {"C04", row_c04},        {"C05", row_c05},          {"C06", row_c06},
    {"C07", row_c07},    {"C09", row_c09},        {"C13", row_c13},          {"R01", row_r01},
    {"R03", row_r03},    {"R06", row_r06},        {"R08", row_r08},          {"R10", row_r10},
    {"R13", row_r13},    {"R15", row_r15},        {"R16", row_r16},          {"R17", row_r17},
    {"P01", row_p01},    {"P02", row_p02},        {"P03", row_p03},          {"P05", row_p05},
    {"P06", row_p06},    {"P10", row_p10},        {"F01", row_f01},          {"F02", row_f02},
    {"F04", row_f04},    {"F05", row_f05},        {"F06", row_f06},          {"F07", row_f07},
    {"F10", row_f10},    {"F15", row_f15},        {"F16", row_f16},          {"F17", row_f17},
    {"F18", row_f18},    {"F19", row_f19},        {"N01", row_n01},          {"N02", row_n02},
    {"N03", row_n03},    {"N04", row_n04},        {"N05", row_n05},          {"L03", row_l03},
    {"X01", row_x01},    {"X02", row_x02},        {"X03", row_x03},          {"X04", row_x04},
    {"X05", row_x05},    {"X06", row_x06},        {"X07", row_x07},          {"X08", row_x08},
    {"X09", row_x09},    {"X10", row_x10},        {"X11", row_x11},          {"X12", row_x12},
    {"X13", row_x13},    {"X14", row_x14},        {"X16", row_x16},          {"leak", help_leak},
    {"pty", help_pty},   {"listen", help_listen}, {"mounted", help_mounted}, {"sleep", help_sleep},
    {"tree", help_tree}, {"write", help_write},   {"flight", help_flight},
    {"narrow", help_narrow},
};

int main(int argc, char *argv[]) {
  for (size_t i = 0; argc > 1 && i < COUNT(commands); i++) {
    if (strcmp(argv[1], commands[i].name) != 0) continue;
    present_row = commands[i].name;
    return commands[i].run(argc - 2, argv + 2);
  }
  fprintf(stderr, "usage: sentinel-probe ROW [ARGUMENT]...\n");
  return 2;
}
