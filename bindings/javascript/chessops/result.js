/* A value, or the error in place of one. */

export class Result {
    constructor(isOk, content) {
        this.isOk = isOk;
        this.isErr = !isOk;
        this[isOk ? "value" : "error"] = content;
    }

    static ok(value) {
        return new Result(true, value);
    }

    static err(error) {
        return new Result(false, error);
    }

    /* The Result of all values, in an array or by their names as they were given; that of the first error when there is one. */
    static all(results) {
        const failed = Object.values(results).find(({ isErr }) => isErr);
        if (failed) return failed;
        const values = Object.entries(results).map(([name, { value }]) => [name, value]);
        return Result.ok(Array.isArray(results) ? values.map(([, value]) => value) : Object.fromEntries(values));
    }

    /* Returns the value, or what the functions make of it and of the error; else the error is thrown. */
    unwrap(ok = (value) => value, err = undefined) {
        if (this.isOk) return ok(this.value);
        if (err) return err(this.error);
        throw this.error;
    }

    map(ok, err = (error) => error) {
        return this.isOk ? Result.ok(ok(this.value)) : Result.err(err(this.error));
    }

    chain(ok, err = Result.err) {
        return this.isOk ? ok(this.value) : err(this.error);
    }
}
