/** All items of a result that arrives in batches. */
export async function allOf<T>(stretches: AsyncIterable<readonly T[]>): Promise<T[]> {
  const all: T[] = []
  for await (const stretch of stretches) all.push(...stretch)
  return all
}
