import type { ReadUpload } from '@plenum/core'
import type { LargeBody, LargeBodyLimits } from '@plenum/express-adapter'
import { openThreads } from '@plenum/platform'

/** Parses large bodies one after another in another thread, so that this thread can serve requests. */
export interface LargeBodies {
  /** Parses a body. `bytes` is transferred to the thread, so the caller can no longer use it. */
  parse(bytes: Uint8Array, limits: LargeBodyLimits): Promise<LargeBody>
  /** Reads the properties of a file. Copies `bytes`, because they can be a part of a larger body. */
  readFile(bytes: Uint8Array): Promise<ReadUpload>
  close(): Promise<void>
}

/** A request to the thread. `limits` is null if the bytes are a file and not JSON. */
export interface LargeBodyRequest {
  readonly bytes: Uint8Array
  readonly limits: LargeBodyLimits | null
}

/** Opens a parser with one thread. The first call starts the thread. */
export function openLargeBodies(): LargeBodies {
  const threads = openThreads<LargeBodyRequest, LargeBody & ReadUpload>(
    new URL('../../dist/uploads/largeBodyWorker.js', import.meta.url),
    1,
  )
  return {
    parse: (bytes, limits) => {
      const transferable = bytes.byteLength === bytes.buffer.byteLength ? bytes : Uint8Array.from(bytes)
      return threads.run({ bytes: transferable, limits }, { transferList: [transferable.buffer as ArrayBuffer] })
    },
    readFile: bytes => {
      const copy = Uint8Array.from(bytes)
      return threads.run({ bytes: copy, limits: null }, { transferList: [copy.buffer] })
    },
    close: () => threads.destroy(),
  }
}
