/** Each batch begins behind the last row of the one before, so that none is looked for twice. */
export async function* batches<Row>(
  next: (last: Row | undefined) => Row[] | Promise<Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let rows = await next(undefined); rows.length > 0; rows = await next(rows.at(-1))) yield rows
}

export async function* mapped<Row, T>(
  rows: AsyncIterable<readonly Row[]>,
  map: (row: Row) => T,
): AsyncGenerator<readonly T[]> {
  for await (const batch of rows) yield batch.map(map)
}

/** Rows in a batch of what may be large: documents of up to a megabyte. */
export const few = 32
export const many = 100
