/* The winner by the remaining pieces, in games that are decided so. */
#ifndef KS_MATERIAL_H
#define KS_MATERIAL_H

#include "variant/definition/definition.h"

/* Returns the outcome by the remaining pieces, or a draw when they are not counted. */
enum ks_outcome ks_variant_count_material(const ks_variant *v, const ks_variant_position *p);

#endif
