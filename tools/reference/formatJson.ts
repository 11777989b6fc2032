import type { JsonValue } from '../../packages/core/src/foundation/json.js'

const maxWidth = 100

/** Returns JSON in the format of Biome: short objects and lists are on one line. */
export function formatJson(value: JsonValue, indent = ''): string {
  const short = inOneLine(value)
  if (indent !== '' && indent.length + short.length <= maxWidth) return short
  const inner = `${indent}  `
  if (Array.isArray(value))
    return wrap(
      '[',
      value.map(one => formatJson(one, inner)),
      ']',
      indent,
    )
  if (value === null || typeof value !== 'object') return short
  const entries = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${formatJson(one ?? null, inner)}`)
  return wrap('{', entries, '}', indent)
}

const wrap = (open: string, parts: readonly string[], close: string, indent: string): string =>
  `${open}\n${parts.map(part => `${indent}  ${part}`).join(',\n')}\n${indent}${close}`

function inOneLine(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(inOneLine).join(', ')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const entries = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${inOneLine(one ?? null)}`)
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`
}
