// kingscan/data.hpp: entries in C++17, a position each with what is known of it: training data, lines of text
// and the positions of games. kingscan/data.h says what each function promises.
//
//     std::ifstream file("games.binpack", std::ios::binary);
//     kingscan::Data data(file);
//     for (const kingscan::Data::Batch &batch : data) {
//         for (const kingscan::Data::Entry entry : batch)
//             if (!entry.in_check())
//                 use(entry.board(), entry.move(), entry.score());
//         if (const auto fault = batch.fault())
//             std::cerr << fault->what() << '\n';
//     }
#ifndef KINGSCAN_DATA_HPP
#define KINGSCAN_DATA_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "data.h"
#include "rules.hpp"
#include "streams.hpp"

namespace kingscan {

// A reader of entries, which come in batches. It can be moved, but not while a loop goes through it.
class Data {
  public:
    // An entry of the last batch. It is valid until the next batch comes.
    class Entry {
      public:
        Entry(const ks_data *data, const ks_data_batch *batch, std::size_t index) noexcept
            : data_(data), batch_(batch), index_(index) {
        }
        // Returns 64 codes.
        const std::uint8_t *board() const noexcept {
            return batch_->boards[index_];
        }
        Piece operator[](Square square) const noexcept {
            return static_cast<Piece>(board()[square]);
        }
        // Returns white where the format does not tell, whose boards are turned.
        Side side_to_move() const noexcept {
            return static_cast<Side>(batch_->sides[index_]);
        }
        Square king() const noexcept {
            return static_cast<Square>(batch_->kings[index_]);
        }
        bool in_check() const noexcept {
            return (batch_->checks[index_ / 64] >> index_ % 64 & 1) != 0;
        }
        // Returns bits of enum ks_data_kinds.
        unsigned kinds() const noexcept {
            return batch_->kinds[index_];
        }
        // Whether a chain or a game begins here.
        bool is_first() const noexcept {
            return (kinds() & KS_DATA_FIRST) != 0;
        }

        // ---- Facts that an entry may lack ----
        std::optional<Move> move() const noexcept {
            return fact(KS_DATA_HAS_MOVE, Move(batch_->moves[index_]));
        }
        // As the side to move sees it, in the units of the data.
        std::optional<int> score() const noexcept {
            return fact(KS_DATA_HAS_SCORE, int{batch_->scores[index_]});
        }
        // 1, 0 or -1: of the game, as the side to move sees it.
        std::optional<int> result() const noexcept {
            return fact(KS_DATA_HAS_RESULT, int{batch_->results[index_]});
        }
        std::optional<unsigned> ply() const noexcept {
            return fact(KS_DATA_HAS_PLY, unsigned{batch_->plies[index_]});
        }
        // The milliseconds that the side to move has left after the move.
        std::optional<std::uint32_t> clock() const noexcept {
            return fact(KS_DATA_HAS_TIME, batch_->clocks[index_]);
        }

        // Makes the position, or returns the error because of which it is none.
        Result<Position> position() const noexcept {
            return Result<Position>([this](Position &position, ks_error &error) {
                ks_position made;
                const int code = ks_data_get_position(data_, index_, &made, &error);
                if (code == KS_OK)
                    position = Position(made);
                return code;
            });
        }
        ks_data_place place() const noexcept {
            return ks_data_get_place(data_, index_);
        }

      private:
        friend class DataWriter;
        template <typename Value> std::optional<Value> fact(unsigned bit, Value value) const noexcept {
            return batch_->known[index_] & bit ? std::optional<Value>(value) : std::nullopt;
        }
        const ks_data *data_;
        const ks_data_batch *batch_;
        std::size_t index_;
    };

    // Entries, and perhaps a fault after them. It is valid until the next batch comes.
    class Batch {
      public:
        Batch(const ks_data *data, const ks_data_batch *batch) noexcept : data_(data), batch_(batch) {
        }
        const ks_data_batch &raw() const noexcept {
            return *batch_;
        }
        std::size_t size() const noexcept {
            return batch_->count;
        }
        Entry operator[](std::size_t index) const noexcept {
            return Entry(data_, batch_, index);
        }
        // Returns a part that cannot be read, and where it is; reading goes on after it.
        std::optional<Error> fault() const noexcept {
            return batch_->fault ? std::optional<Error>(*batch_->fault) : std::nullopt;
        }
        ks_data_place fault_place() const noexcept {
            return batch_->fault_place;
        }

        class Iterator {
          public:
            Iterator(const Batch &batch, std::size_t index) noexcept : batch_(batch), index_(index) {
            }
            Entry operator*() const noexcept {
                return batch_[index_];
            }
            Iterator &operator++() noexcept {
                index_++;
                return *this;
            }
            bool operator!=(const Iterator &other) const noexcept {
                return index_ != other.index_;
            }

          private:
            const Batch &batch_;
            std::size_t index_;
        };
        Iterator begin() const noexcept {
            return Iterator(*this, 0);
        }
        Iterator end() const noexcept {
            return Iterator(*this, size());
        }

      private:
        const ks_data *data_;
        const ks_data_batch *batch_;
    };

    // Throws KS_ERROR_MEMORY, and KS_ERROR_DATA_FORMAT when the format is not known.
    explicit Data(const Source &source, ks_data_format format = KS_DATA_UNKNOWN,
                  ks_data_flags flags = KS_DATA_DEFAULT) {
        ks_error error;
        data_.reset(
            source.open([&](ks_source *function,
                            void *context) { return ks_data_open(function, context, format, flags, &error); },
                        [&](std::string_view bytes) {
                            return ks_data_open_memory(bytes.data(), bytes.size(), format, flags, &error);
                        }));
        if (!data_)
            raise(error);
    }
    // Says how the lines of KS_DATA_TEXT are written, or returns the error of the pattern. It is called
    // before the first batch is read.
    [[nodiscard]] std::optional<Error> use_pattern(const char *pattern) noexcept {
        ks_error error;
        if (ks_data_use_pattern(data_.get(), pattern, &error) == KS_OK)
            return std::nullopt;
        return Error(error);
    }
    ks_data_format format() const noexcept {
        return ks_data_get_format(data_.get());
    }
    ks_data *raw() noexcept {
        return data_.get();
    }

  private:
    struct Next {
        ks_data *data;

        std::optional<Batch> operator()() const noexcept {
            const ks_data_batch *const batch = ks_data_next(data);
            return batch ? std::optional<Batch>({data, batch}) : std::nullopt;
        }
    };
    struct Close {
        void operator()(ks_data *data) const noexcept {
            ks_data_close(data);
        }
    };

    std::unique_ptr<ks_data, Close> data_;

  public:
    // The batches that have not been read yet. A loop goes through them once.
    using Iterator = Once<Batch, Next>::Iterator;
    Iterator begin() noexcept {
        return Iterator(Next{data_.get()});
    }
    Iterator end() noexcept {
        return Iterator();
    }
};

// ---- Formats --------------------------------------------------------------------------------------------

// Returns "binpack" and the like; "unknown" for KS_DATA_UNKNOWN and numbers that are no format.
inline const char *name(ks_data_format format) noexcept {
    const char *const name = ks_data_format_name(format);
    return name ? name : "unknown";
}

// Returns the format of a file by its first bytes, or else by the end of its name, which may be NULL.
inline ks_data_format guess_format(const char *file, std::string_view bytes = {}) noexcept {
    return ks_data_guess_format(file, bytes.data(), bytes.size());
}

// ---- Writing --------------------------------------------------------------------------------------------

// A writer of training data. It can be moved.
class DataWriter {
  public:
    // Throws KS_ERROR_MEMORY, and KS_ERROR_DATA_FORMAT when the format is none that is written.
    DataWriter(const Sink &sink, ks_data_format format) {
        ks_error error;
        writer_.reset(sink.open([&](ks_sink *function, void *context) {
            return ks_data_writer_open(function, context, format, &error);
        }));
        if (!writer_)
            raise(error);
    }
    // Writes an entry, or returns the error: see ks_data_write. Move{} is no move.
    [[nodiscard]] std::optional<Error> write(const Position &position, Move move, int score, int result,
                                             unsigned ply) noexcept {
        const ks_data_entry entry = {&position.raw(), move.raw(), static_cast<std::int16_t>(score),
                                     static_cast<std::uint16_t>(ply), static_cast<std::int8_t>(result)};
        ks_error error;
        return found(ks_data_write(writer_.get(), &entry, &error), error);
    }
    // Writes an entry of a reader's last batch, with a score: its own, or KS_DATA_SKIPPED.
    [[nodiscard]] std::optional<Error> copy(const Data::Entry &entry, int score) noexcept {
        ks_error error;
        return found(ks_data_copy(writer_.get(), entry.data_, entry.index_, score, &error), error);
    }
    // Writes what is left, or returns the error. Nothing may be written afterwards (precondition). A writer
    // that goes without this closes, too, but cannot tell of an error.
    [[nodiscard]] std::optional<Error> close() noexcept {
        ks_error error;
        return found(ks_data_writer_close(writer_.release(), &error), error);
    }

  private:
    static std::optional<Error> found(int code, const ks_error &error) noexcept {
        return code == KS_OK ? std::nullopt : std::optional<Error>(error);
    }
    struct Close {
        void operator()(ks_data_writer *writer) const noexcept {
            (void)(ks_data_writer_close(writer, nullptr) == KS_OK); // nobody is left to hear of it
        }
    };

    std::unique_ptr<ks_data_writer, Close> writer_;
};

} // namespace kingscan

#endif
