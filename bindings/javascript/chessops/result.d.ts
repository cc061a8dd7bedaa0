interface Methods<T, E extends Error> {
    /** The value; an error is thrown, unless `err` says what stands for it. */
    unwrap(): T;
    unwrap<U>(ok: (value: T) => U): U;
    unwrap<U, V>(ok: (value: T) => U, err: (error: E) => V): U | V;
    map<U>(ok: (value: T) => U): Result<U, E>;
    map<U, F extends Error>(ok: (value: T) => U, err: (error: E) => F): Result<U, F>;
    chain<U, F extends Error = E>(ok: (value: T) => Result<U, F>): Result<U, E | F>;
    chain<U, F extends Error>(ok: (value: T) => Result<U, F>, err: (error: E) => Result<U, F>): Result<U, F>;
}
interface Ok<T, E extends Error> extends Methods<T, E> {
    readonly isOk: true;
    readonly isErr: false;
    readonly value: T;
}
interface Err<T, E extends Error> extends Methods<T, E> {
    readonly isOk: false;
    readonly isErr: true;
    readonly error: E;
}
/** A value, or the error in place of one. */
export type Result<T, E extends Error = Error> = Ok<T, E> | Err<T, E>;
export const Result: {
    ok<T, E extends Error = never>(value: T): Result<T, E>;
    err<E extends Error, T = never>(error: E): Result<T, E>;
    /** The values of all, in an array or by name as they were given; the first error when there is one. */
    all<T extends Result<unknown>[] | [] | Record<string, Result<unknown>>>(
        results: T,
    ): Result<{ -readonly [K in keyof T]: T[K] extends Result<infer V> ? V : never }>;
};
