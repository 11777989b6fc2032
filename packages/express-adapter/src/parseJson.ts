import { DomainError, message } from '@plenum/core'
import { mostLevels } from './largeBody.js'

/** Parses JSON in linear time; throws a DomainError for what is none, and for what is nested too deep. */
export function parseJson(text: string): unknown {
  if (isDeeper(text, mostLevels)) throw new DomainError('bad-request', message('body.too-deep', { limit: mostLevels }))
  try {
    return JSON.parse(text)
  } catch {
    throw new DomainError('bad-request', message('body.malformed'))
  }
}

const [quote, backslash] = [0x22, 0x5c]
const opening = new Set([0x5b, 0x7b])
const closing = new Set([0x5d, 0x7d])

function isDeeper(text: string, most: number): boolean {
  let level = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === quote) i = endOfString(text, i)
    else if (opening.has(code)) level += 1
    else if (closing.has(code)) level -= 1
    if (level > most) return true
  }
  return false
}

/** The place of the quotation mark that ends a string. */
function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === backslash) i += 1
    else if (code === quote) return i
  }
  return text.length
}
