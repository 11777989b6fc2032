import type { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Calls `read` with what comes through streams. Settles when `read` has ended, also where the streams fail before. */
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
    // The types of Node know a function as the last of some streams, but not of a list of them.
    return (await pipeline([...streams, last] as unknown as Transform[], { signal })) as T
  } catch (error) {
    // What `read` says tells more than that the streams were closed because of it.
    await reading
    throw error
  }
}
