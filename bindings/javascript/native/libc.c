/* The functions of the C library that the sources need and that WebAssembly has not without imports:
 * formatted texts, of the conversions that occur (%s %c %d %i %u %x %o %zu %%, with width, precision, flags 0
 * and -), and an empty environment. Strings are in strings.c, memory in heap.c. */
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *secure_getenv(const char *name);

char *secure_getenv(const char *name) {
    (void)name;
    return NULL;
}

/* A text being written: `room` bytes, of which the last is for a zero. */
struct sink {
    char *text;
    size_t room, length;
};

static void put(struct sink *sink, const char *bytes, size_t count) {
    for (size_t i = 0; i < count; i++, sink->length++)
        if (sink->length + 1 < sink->room)
            sink->text[sink->length] = bytes[i];
}

static void pad(struct sink *sink, char with, int count) {
    while (count-- > 0)
        put(sink, &with, 1);
}

struct conversion {
    bool left, zeros;
    int width, precision; /* precision: -1 without one */
};

static void put_padded(struct sink *sink, const struct conversion *how, const char *bytes, size_t count) {
    const int missing = how->width - (int)count;
    if (!how->left)
        pad(sink, how->zeros ? '0' : ' ', missing);
    put(sink, bytes, count);
    if (how->left)
        pad(sink, ' ', missing);
}

static void put_number(struct sink *sink, const struct conversion *how, uint32_t number, unsigned base,
                       bool negative) {
    char digits[16], *first = digits + sizeof digits;
    do
        *--first = "0123456789abcdef"[number % base];
    while ((number /= base) != 0);
    if (negative)
        *--first = '-';
    put_padded(sink, how, first, (size_t)(digits + sizeof digits - first));
}

static int number_at(const char **format, va_list *arguments) {
    int number = 0;
    if (**format == '*') {
        ++*format;
        return va_arg(*arguments, int);
    }
    for (; **format >= '0' && **format <= '9'; ++*format)
        number = 10 * number + (**format - '0');
    return number;
}

static struct conversion read_conversion(const char **format, va_list *arguments) {
    struct conversion how = {.precision = -1};
    for (; **format == '-' || **format == '0'; ++*format)
        *(**format == '-' ? &how.left : &how.zeros) = true;
    how.width = number_at(format, arguments);
    if (**format == '.') {
        ++*format;
        how.precision = number_at(format, arguments);
    }
    *format += **format == 'z'; /* words have 32 bits, as ints have */
    return how;
}

static void convert(struct sink *sink, const struct conversion *how, char letter, va_list *arguments) {
    if (letter == 's') {
        const char *const text = va_arg(*arguments, const char *);
        put_padded(sink, how, text,
                   how->precision < 0 ? strlen(text) : strnlen(text, (size_t)how->precision));
    } else if (letter == 'c') {
        const char c = (char)va_arg(*arguments, int);
        put_padded(sink, how, &c, 1);
    } else if (letter == 'd' || letter == 'i') {
        const int number = va_arg(*arguments, int);
        put_number(sink, how, number < 0 ? -(uint32_t)number : (uint32_t)number, 10, number < 0);
    } else if (letter == 'u' || letter == 'x' || letter == 'o') {
        put_number(sink, how, va_arg(*arguments, unsigned),
                   letter == 'u'   ? 10
                   : letter == 'x' ? 16
                                   : 8,
                   false);
    } else if (letter == '%') {
        put(sink, "%", 1);
    } else {
        abort(); /* a conversion that this file lacks: the build's test looks for them */
    }
}

int vsnprintf(char *text, size_t room, const char *format, va_list given) {
    struct sink sink = {text, room, 0};
    va_list arguments;
    va_copy(arguments, given);
    while (*format) {
        const size_t plain = strcspn(format, "%");
        put(&sink, format, plain);
        format += plain;
        if (*format++ != '%')
            break;
        const struct conversion how = read_conversion(&format, &arguments);
        convert(&sink, &how, *format++, &arguments);
    }
    va_end(arguments);
    if (room)
        text[sink.length < room ? sink.length : room - 1] = '\0';
    return (int)sink.length;
}

int snprintf(char *text, size_t room, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(text, room, format, arguments);
    va_end(arguments);
    return length;
}

int sprintf(char *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(text, SIZE_MAX, format, arguments);
    va_end(arguments);
    return length;
}
