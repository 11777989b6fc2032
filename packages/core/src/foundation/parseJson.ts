import { badRequest } from './messages.js'

/** The maximum nesting depth of JSON from clients (docs/http-answers.md, Bodies, rule 4). */
export const maxLevels = 64

/**
 * Parses JSON with at most 64 levels of nesting. Deeper JSON is rejected before any value is built, because it could
 * overflow the stack of recursive functions. Throws a DomainError (`bad-request`) for JSON that is nested too deeply,
 * and a SyntaxError for invalid JSON.
 */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) throw badRequest('json.too-deep', { limit: maxLevels })
  return JSON.parse(text)
}

/** Whether JSON is nested too deeply. The result for invalid JSON does not matter, because the parser rejects it. */
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
