import type { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Pipes streams into `read`. Settles after `read` has ended, even if a stream fails earlier. */
export async function consume<T>(
  streams: readonly (Readable | Transform)[],
  read: (pieces: AsyncIterable<Uint8Array>) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  let reading: Promise<T> | undefined
  const last = (pieces: AsyncIterable<Uint8Array>): Promise<T> => {
    reading = read(pieces)
    return reading
  }
  try {
    // Node's types allow a function after individual streams, but not after a list of them.
    return (await pipeline([...streams, last] as unknown as Transform[], { signal })) as T
  } catch (error) {
    // The error of `read` is more specific than that of the streams that were closed because of it.
    await reading
    throw error
  }
}
