import { DomainError, message, parseJson } from '@plenum/core'
import { type Fault, quote } from './fault.js'

export function readJson(text: string): { readonly file?: unknown; readonly fault?: Fault } {
  try {
    return { file: parseJson(text) }
  } catch (error) {
    if (error instanceof DomainError) return { fault: { place: '', problem: message('programme.nested') } }
    return { fault: faultOf(text, String(error)) }
  }
}

function faultOf(text: string, error: string): Fault {
  const offset = offsetOfFault(text, error)
  const lines = text.slice(0, offset).split('\n')
  const place = message('programme.line', { line: lines.length, column: (lines.at(-1) ?? '').length + 1 })
  const rest = text.slice(offset)
  return { place, problem: rest ? message('programme.not-json', { rest: quote(rest) }) : message('programme.no-end') }
}

/**
 * Returns the offset of a syntax error in JSON. V8 reports the offset only for some errors. For all other errors, a
 * binary search finds the longest valid prefix.
 */
function offsetOfFault(text: string, error: string): number {
  const position = / at position (\d+)/.exec(error)?.[1]
  if (position !== undefined) return Number(position)
  let [sound, faulty] = [0, text.length + 1]
  while (faulty - sound > 1) {
    const middle = (sound + faulty) >> 1
    if (jsonErrorOf(text.slice(0, middle))?.includes('Unexpected token')) faulty = middle
    else sound = middle
  }
  return sound
}

function jsonErrorOf(text: string): string | null {
  try {
    JSON.parse(text)
    return null
  } catch (error) {
    return String(error)
  }
}
