#include "launch/case.h"
