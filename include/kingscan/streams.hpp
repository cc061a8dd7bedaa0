// kingscan/streams.hpp: where the readers of C++ take bytes and its writers give them, and what loops go
// through.
#ifndef KINGSCAN_STREAMS_HPP
#define KINGSCAN_STREAMS_HPP

#include <cstddef>
#include <iosfwd>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

#include "streams.h"

namespace kingscan {

// ---- Bytes ----------------------------------------------------------------------------------------------

// The place that a reader takes its bytes from: a text, a std::istream, or a function of C. All of them have
// to stay where they are until the reader is gone, so that none is a temporary object. A stream is opened as
// std::ios::binary.
class Source {
  public:
    Source(std::string_view text) noexcept : text_(text) {
    }
    Source(const char *text) noexcept : text_(text) {
    }
    Source(const std::string &text) noexcept : text_(text) {
    }
    Source(const std::string &&text) = delete;
    template <typename Traits>
    Source(std::basic_istream<char, Traits> &in) noexcept
        : function_(read<std::basic_istream<char, Traits>>), context_(&in) {
    }
    Source(ks_source *source, void *context) noexcept : function_(source), context_(context) {
    }

    // Calls open(function, context) or open_text(text), and returns what it returns.
    template <typename Open, typename OpenText> auto open(Open open, OpenText open_text) const noexcept {
        return function_ ? open(function_, context_) : open_text(text_);
    }

  private:
    // A ks_source that reads a stream. An exception may not pass through C: it counts as a failure.
    template <typename Stream>
    static std::size_t read(void *context, void *buffer, std::size_t room) noexcept {
        Stream &in = *static_cast<Stream *>(context);
        const auto reads_on = [&] {
            in.read(static_cast<char *>(buffer), static_cast<std::ptrdiff_t>(room));
        };
#ifdef __cpp_exceptions
        try {
            reads_on();
        } catch (...) { // asked for by in.exceptions(), at the end too
        }
#else
        reads_on();
#endif
        const auto got = static_cast<std::size_t>(in.gcount());
        return got == 0 && !in.eof() ? KS_SOURCE_FAILED : got;
    }

    std::string_view text_;
    ks_source *function_ = nullptr;
    void *context_ = nullptr;
};

// The place that a writer gives its bytes to: a std::ostream, which has to stay where it is, or a function of
// C.
class Sink {
  public:
    template <typename Traits>
    Sink(std::basic_ostream<char, Traits> &out) noexcept
        : function_(write<std::basic_ostream<char, Traits>>), context_(&out) {
    }
    Sink(ks_sink *sink, void *context) noexcept : function_(sink), context_(context) {
    }

    // Calls open(function, context), and returns what it returns.
    template <typename Open> auto open(Open open) const noexcept {
        return open(function_, context_);
    }

  private:
    template <typename Stream>
    static int write(void *context, const void *bytes, std::size_t length) noexcept {
        Stream &out = *static_cast<Stream *>(context);
        const auto goes_on = [&] {
            out.write(static_cast<const char *>(bytes), static_cast<std::ptrdiff_t>(length));
        };
#ifdef __cpp_exceptions
        try {
            goes_on();
        } catch (...) {
            return KS_ERROR_DATA_SINK;
        }
#else
        goes_on();
#endif
        return out.fail() ? KS_ERROR_DATA_SINK : KS_OK;
    }

    ks_sink *function_;
    void *context_;
};

// ---- Ranges ---------------------------------------------------------------------------------------------

// Items that come one after the other. A loop goes through them once; each is valid until the next one comes.
// next() returns the next item, or nothing at the end.
template <typename Item, typename Next> class Once {
  public:
    explicit Once(Next next) noexcept : next_(next) {
    }

    class Iterator {
      public:
        using iterator_category = std::input_iterator_tag;
        using value_type = Item;
        using difference_type = std::ptrdiff_t;
        using pointer = const Item *;
        using reference = const Item &;

        Iterator() noexcept = default; // the end
        explicit Iterator(Next next) noexcept : next_(next), item_(next()) {
        }
        const Item &operator*() const noexcept {
            return *item_;
        }
        const Item *operator->() const noexcept {
            return &*item_;
        }
        Iterator &operator++() noexcept {
            item_ = (*next_)();
            return *this;
        }
        void operator++(int) noexcept {
            ++*this;
        }
        friend bool operator==(const Iterator &one, const Iterator &other) noexcept {
            return one.item_.has_value() == other.item_.has_value();
        }
        friend bool operator!=(const Iterator &one, const Iterator &other) noexcept {
            return !(one == other);
        }

      private:
        std::optional<Next> next_;
        std::optional<Item> item_;
    };
    Iterator begin() const noexcept {
        return Iterator(next_);
    }
    Iterator end() const noexcept {
        return Iterator();
    }

  private:
    Next next_;
};

} // namespace kingscan

#endif
