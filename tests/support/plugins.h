/* Builds plugins for `kingscan fuzz`, `bench` and `kingscan diff --library` from tests/plugins. */
#ifndef KS_TEST_PLUGINS_H
#define KS_TEST_PLUGINS_H

/* The folder of the built plugins. */
#define PLUGINS BUILD "/plugins/"

/* Builds PLUGINS "name.so" from tests/plugins/in_check.c with the compiler's flags. */
void build_plugin(const char *name, const char *flags);

/* Builds PLUGINS "name.so" from tests/plugins/moves.c likewise: attacked, see_at_least and gives_check. */
void build_moves_plugin(const char *name, const char *flags);

/* Builds PLUGINS "name.so" from tests/plugins/perft_divide.c likewise. */
void build_divide_plugin(const char *name, const char *flags);

/* Builds PLUGINS "name.so" from tests/plugins/features.c likewise. */
void build_features_plugin(const char *name, const char *flags);

#endif
