import { bufferOf } from './bufferOf.js'
import { type Codec, v8Codec } from './codec.js'
import { isExactInJson } from './json.js'

/** The first byte of values in JSON, by character encoding. V8's format begins with 255. */
const marks = { latin1: 1, utf8: 2 } as const
const isWide = /[^\0-\xff]/

/** As exact as `v8Codec`, but in JSON if that is lossless: such values decode in two thirds of the time. */
export const exactCodec: Codec = {
  ...v8Codec,
  form: `json-${v8Codec.form}`,
  encode: value => {
    if (!isExactInJson(value)) return v8Codec.encode(value)
    const text = JSON.stringify(value)
    const characters = isWide.test(text) ? 'utf8' : 'latin1'
    return Buffer.from(String.fromCharCode(marks[characters]) + text, characters)
  },
  decode: bytes => {
    const characters = charactersOf(bytes)
    return characters === null ? v8Codec.decode(bytes) : JSON.parse(bufferOf(bytes).toString(characters, 1))
  },
}

function charactersOf(bytes: Uint8Array): keyof typeof marks | null {
  if (bytes[0] === marks.latin1) return 'latin1'
  return bytes[0] === marks.utf8 ? 'utf8' : null
}
