/**
 * Yields rows in batches. Each batch begins after the last row of the previous batch (keyset pagination), so that no
 * row is scanned twice.
 */
export async function* batches<Row>(
  next: (last: Row | undefined) => Row[] | Promise<Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let rows = await next(undefined); rows.length > 0; rows = await next(rows.at(-1))) yield rows
}

export async function* mapBatches<Row, T>(
  rows: AsyncIterable<readonly Row[]>,
  map: (row: Row) => T,
): AsyncGenerator<readonly T[]> {
  for await (const batch of rows) yield batch.map(map)
}

/**
 * The number of rows per batch: `smallBatch` for rows with documents, which can contain up to a megabyte each, and
 * `largeBatch` for all other rows.
 */
export const smallBatch = 32
export const largeBatch = 100
