import type { LargeBody } from '@plenum/express-adapter'
import { answerQuestions } from '../threads/answerQuestions.js'
import type { LargeBodyQuestion } from './openLargeBodies.js'
import { parseLargeBody } from './parseLargeBody.js'

answerQuestions<LargeBodyQuestion, LargeBody>(
  ({ bytes, limits }) => parseLargeBody(bytes, limits),
  read => ('uploads' in read ? [...read.uploads.values()].flatMap(({ bytes }) => ownMemory(bytes)) : []),
)

/** The memory of bytes, where nothing else lies in it: it may be handed over then, and need not be copied. */
function ownMemory({ buffer, byteLength }: Uint8Array): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []
}
