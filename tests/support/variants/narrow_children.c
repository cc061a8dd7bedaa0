/* The children of nodes on boards of one word. */
#define KS_BUILD narrow_again
#include "support/variants/children_tmpl.h"
