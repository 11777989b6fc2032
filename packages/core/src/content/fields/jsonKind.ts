import { runnableScheme } from '../../foundation/addresses.js'
import { isJsonObject, type JsonValue, partsOf } from '../../foundation/json.js'
import { type Message, message } from '../../foundation/messages.js'
import { addressKeys } from './addressKeys.js'
import type { JsonField } from './field.js'
import { accept, maxEntries, maxHtml, type ReadingContext, type ReadValue, refuse } from './reading.js'

/**
 * The maximum nesting depth of blocks. It prevents a stack overflow in the recursive functions that read stored blocks.
 */
const maxDepth = 64

/**
 * Reads a JSON object, such as the blocks of a page, from a request. Rejects objects with more than 64 levels, lists
 * with more than 10,000 entries, and new script addresses such as `javascript:x`. Sanitizes raw HTML
 * (docs/content-and-access.md, Limits of fields).
 */
export const readJson: ReadValue<JsonField> = (_, raw, { context, stored }) => {
  if (!isJsonObject(raw)) return refuse('field.object-expected')
  // The depth must be checked first, because the following functions are recursive.
  if (isTooDeep(raw, maxDepth)) return refuse('field.too-deep', { limit: maxDepth })
  const problem = problemIn(raw, stored)
  if (problem) return { ok: false, reason: problem }
  const refusals: Message[] = []
  const clean = withCleanBlocks(raw, html => cleanText(html, context, refusals))
  return refusals[0] ? { ok: false, reason: refusals[0] } : accept(clean)
}

function isTooDeep(value: JsonValue, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some(part => isTooDeep(part, levels - 1))
}

function problemIn(raw: JsonValue, stored: JsonValue | undefined): Message | null {
  let storedAddresses: ReadonlySet<string> | undefined
  for (const part of partsOf(raw)) {
    if (Array.isArray(part) && part.length > maxEntries) return message('field.too-many-entries', { limit: maxEntries })
    for (const address of addressesOf(part)) {
      const scheme = runnableScheme(address)
      if (scheme === undefined) continue
      storedAddresses ??= new Set([...partsOf(stored ?? null)].flatMap(addressesOf))
      if (!storedAddresses.has(address)) return message('field.address-scheme', { scheme })
    }
  }
  return null
}

function addressesOf(part: JsonValue): readonly string[] {
  if (!isJsonObject(part)) return []
  return [...addressKeys].map(key => part[key]).filter(value => typeof value === 'string')
}

function cleanText(html: string, context: ReadingContext, refusals: Message[]): string {
  const clean = html.length > maxHtml ? message('field.too-long', { limit: maxHtml }) : context.cleanHtml(html)
  if (typeof clean === 'string') return clean
  refusals.push(clean)
  return ''
}

function withCleanBlocks(value: JsonValue, clean: (html: string) => string): JsonValue {
  if (Array.isArray(value)) return value.map(item => withCleanBlocks(item, clean))
  if (!isJsonObject(value)) return value
  const copy: Record<string, JsonValue> = { ...value }
  for (const [key, part] of Object.entries(value)) {
    const isHtml = key === 'html' && value['@type'] === 'html' && typeof part === 'string'
    copy[key] = isHtml ? clean(part) : withCleanBlocks(part, clean)
  }
  return copy
}
