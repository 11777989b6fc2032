import { parentPort } from 'node:worker_threads'
import type { LargeBodyAnswer, LargeBodyQuestion } from './largeBodyMessages.js'
import { parseLargeBody } from './parseLargeBody.js'

parentPort?.on('message', ({ id, bytes, limits }: LargeBodyQuestion) => {
  const read = parseLargeBody(bytes, limits)
  const answer: LargeBodyAnswer = { id, read }
  parentPort?.postMessage(
    answer,
    'uploads' in read ? [...read.uploads.values()].flatMap(({ bytes }) => ownMemory(bytes)) : [],
  )
})

/** The memory of bytes, where nothing else lies in it: it may be handed over then, and need not be copied. */
function ownMemory({ buffer, byteLength }: Uint8Array): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []
}
