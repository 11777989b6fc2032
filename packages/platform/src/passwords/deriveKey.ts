import { availableParallelism } from 'node:os'
import { openThreads } from '../threads/openThreads.js'

export interface KeyParameters {
  readonly password: string
  readonly salt: Uint8Array
  /** The length of the key in bytes. */
  readonly length: number
  /** The cost parameters of scrypt. */
  readonly N: number
  readonly r: number
  readonly p: number
}

/** The threads for all sites of the process. More threads than cores would only use memory. */
const program = new URL('../../dist/passwords/keyWorker.js', import.meta.url)
const threads = openThreads<KeyParameters, Uint8Array>(program, availableParallelism())

/**
 * Derives a key from a password with scrypt, in a thread with low priority. Node's own thread pool would slow down
 * requests: with two concurrent checks on two cores, a short request waited up to 270 ms.
 */
export const deriveKey = (parameters: KeyParameters): Promise<Uint8Array> => threads.run(parameters)
