/* Stands for a separate header of Criterion; the runner has the names in criterion.h. */
#include "criterion/criterion.h"
