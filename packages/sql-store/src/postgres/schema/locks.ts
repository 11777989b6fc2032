/**
 * Advisory locks; no other program on the same database should use their numbers: for the schema, for the first start,
 * and for changes of content, which are serialized. `startTimeout`: milliseconds that a start waits for another one.
 */
export const locks = { schema: 7_210_501, start: 7_210_502, content: 7_210_503, startTimeout: 600_000 } as const
