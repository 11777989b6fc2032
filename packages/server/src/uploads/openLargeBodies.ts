import type { LargeBody, LargeBodyLimits } from '@plenum/express-adapter'
import { openThread } from '../threads/openThread.js'

/** Parses large bodies in another thread, one after the other, while requests are served in this one. */
export interface LargeBodies {
  /** Takes the bytes over: they are gone here. */
  parse(bytes: Uint8Array, limits: LargeBodyLimits): Promise<LargeBody>
  close(): Promise<void>
}

export interface LargeBodyQuestion {
  readonly bytes: Uint8Array
  readonly limits: LargeBodyLimits
}

export function openLargeBodies(): LargeBodies {
  const thread = openThread<LargeBodyQuestion, LargeBody>('uploads/largeBodyWorker.js')
  return {
    parse: (bytes, limits) => {
      const own = bytes.byteLength === bytes.buffer.byteLength ? bytes : Uint8Array.from(bytes)
      return thread.ask({ bytes: own, limits }, [own.buffer as ArrayBuffer])
    },
    close: thread.close,
  }
}
