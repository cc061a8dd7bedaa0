/* Connected pieces. */
#ifndef KS_CONNECTION_H
#define KS_CONNECTION_H

#include "variant/definition/definition.h"

/* Returns whether a side has connected its pieces by v->connection. */
bool ks_variant_has_connected(const ks_variant *v, const ks_variant_position *p, unsigned side);

#endif
