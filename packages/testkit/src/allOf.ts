export async function allOf<T>(chunks: AsyncIterable<readonly T[]>): Promise<T[]> {
  const all: T[] = []
  for await (const chunk of chunks) all.push(...chunk)
  return all
}
