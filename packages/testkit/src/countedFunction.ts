export interface CountedFunction<A extends readonly unknown[], R> {
  readonly runs: number
  readonly fn: (...args: A) => R
}

export function countedFunction<A extends readonly unknown[], R>(fn: (...args: A) => R): CountedFunction<A, R> {
  let runs = 0
  return {
    get runs() {
      return runs
    },
    fn: (...args) => {
      runs++
      return fn(...args)
    },
  }
}

/** A function whose calls do not resolve until the test calls `end` with their result. */
export interface GatedFunction<R> {
  readonly runs: number
  readonly fn: () => Promise<R>
  /** Ends a call with the given result. `run` is the zero-based number of the call. */
  end(run: number, value: R): void
}

export function gatedFunction<R>(): GatedFunction<R> {
  const ends: ((value: R) => void)[] = []
  return {
    get runs() {
      return ends.length
    },
    fn: () => new Promise(resolve => ends.push(resolve)),
    end: (run, value) => ends[run]?.(value),
  }
}
