/* Defines LENGTH, the number of elements of an array. */
#ifndef KS_TEST_LENGTH_H
#define KS_TEST_LENGTH_H

#define LENGTH(array) (sizeof(array) / sizeof *(array))

#endif
