#include "warpfold/device/properties.hpp"

namespace warpfold::devices {

int processors_per_sm(int compute_capability) {
  switch (compute_capability) {
    case 60:
    case 70:
    case 72:
    case 75:
    case 80:
      return 64;
    case 61:
    case 62:
    case 86:
    case 87:
    case 89:
    case 90:
    case 100:
    case 101:
    case 103:
    case 110:
    case 120:
    case 121:
      return 128;
    default:
      return 0;
  }
}

}  // namespace warpfold::devices
