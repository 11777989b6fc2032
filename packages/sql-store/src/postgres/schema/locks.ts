/**
 * The numbers of advisory locks, for the schema, for the first start, and for changes of content, which are serialized.
 * No other program should use these numbers on the same database. `startTimeout` is the number of milliseconds that a
 * start waits for another one.
 */
export const locks = { schema: 7_210_501, start: 7_210_502, content: 7_210_503, startTimeout: 600_000 } as const
