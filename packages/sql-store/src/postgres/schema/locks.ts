/**
 * The ids of the advisory locks for the schema, the first start and serialized content changes. No other program should
 * use these ids on the same database. `startTimeout` is the maximum time for which a starting process waits for another
 * process, in milliseconds.
 */
export const locks = { schema: 7_210_501, start: 7_210_502, content: 7_210_503, startTimeout: 600_000 } as const
