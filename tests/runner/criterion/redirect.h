/* Criterion declares these names in a separate header. */
#include "criterion/criterion.h"
