import type { ReadUpload } from '@plenum/core'
import type { LargeBody, LargeBodyLimits } from '@plenum/express-adapter'
import { openThreads } from '@plenum/platform'

/** Parses large bodies in another thread, one after another, so that this thread can serve other requests. */
export interface LargeBodies {
  /** Parses a body. `bytes` is transferred to the other thread, so the caller can no longer use it. */
  parse(bytes: Uint8Array, limits: LargeBodyLimits): Promise<LargeBody>
  /** Reads the properties of a file. `bytes` is copied, because it may be a part of a larger body. */
  readFile(bytes: Uint8Array): Promise<ReadUpload>
  close(): Promise<void>
}

/** A request to the worker thread. `limits` is null if `bytes` contains a file instead of a JSON body. */
export interface LargeBodyRequest {
  readonly bytes: Uint8Array
  readonly limits: LargeBodyLimits | null
}

/** Opens a parser for large bodies. The first call to the parser starts its thread. */
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
