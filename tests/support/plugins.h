/* Builds plugins for `kingscan fuzz` and `bench` from tests/plugins. */
#ifndef KS_TEST_PLUGINS_H
#define KS_TEST_PLUGINS_H

/* The folder of the built plugins. */
#define PLUGINS BUILD "/plugins/"

/* Builds PLUGINS "name.so" from tests/plugins/in_check.c with the compiler's flags. */
void build_plugin(const char *name, const char *flags);

#endif
