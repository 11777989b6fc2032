import { availableParallelism } from 'node:os'
import { openThreads } from '../threads/openThreads.js'

export interface KeyQuestion {
  readonly password: string
  readonly salt: Uint8Array
  /** Bytes of the key. */
  readonly length: number
  /** The costs of scrypt. */
  readonly N: number
  readonly r: number
  readonly p: number
}

/** For all sites of the process; more threads than cores would only take memory. */
const program = new URL('../../dist/passwords/keyWorker.js', import.meta.url)
const threads = openThreads<KeyQuestion, Uint8Array>(program, availableParallelism())

/**
 * The key that scrypt derives from a password, in another thread. The threads that Node has for this stand in the way of
 * requests: with two checks at a time on two cores, a short request waited up to 270 ms.
 */
export const deriveKey = (question: KeyQuestion): Promise<Uint8Array> => threads.run(question)
