/* Criterion has these words in a header of their own. */
#include "criterion/criterion.h"
