import { DomainError } from './domainError.js'
import { message } from './messages.js'

/** Levels of objects and lists in JSON that somebody sends (docs/http-answers.md, Bodies, rule 4). */
export const maxLevels = 64

/**
 * Reads JSON that nests 64 levels deep at most; deeper is refused before any value is built, since what reads values does
 * so by recursion. Throws a DomainError (`bad-request`) for that, and a SyntaxError for what is no JSON.
 */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) throw new DomainError('bad-request', message('json.too-deep', { limit: maxLevels }))
  return JSON.parse(text)
}

/** Goes through the text once. What is no JSON may be judged either way: it is refused in any case. */
function isTooDeep(text: string): boolean {
  let depth = 0
  for (let i = 0; i < text.length; i += 1) {
    const character = text[i]
    if (character === '"') i = endOfString(text, i)
    else if (character === '[' || character === '{') depth += 1
    else if (character === ']' || character === '}') depth -= 1
    if (depth > maxLevels) return true
  }
  return false
}

function endOfString(text: string, start: number): number {
  let end = start + 1
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1
  return end
}
