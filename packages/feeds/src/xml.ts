import { XMLBuilder } from 'fast-xml-parser'

/** Its name with what is in it; `:@` has its attributes, `#text` is text. */
export interface XmlElement {
  readonly [name: string]: readonly XmlElement[] | Readonly<Record<string, string>> | string
}

const builder = new XMLBuilder({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  format: true,
  suppressEmptyNode: true,
  processEntities: false,
  tagValueProcessor: (_, text) => escaped(String(text)),
  attributeValueProcessor: (_, text) => escaped(String(text)),
})

// Written here, as the library does not know the last one: readers take it for the end of a line, and give back another.
const entities: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
  '\r': '#13',
}

const escaped = (text: string): string => text.replace(/[&<>"'\r]/g, letter => `&${entities[letter]};`)

/** A document with one element at its top. */
export const xmlText = (element: XmlElement): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n${builder.build([withoutControls(element)]).trim()}\n`

/** XML has no place for control characters, not even as references. */
function withoutControls<T>(value: T): T {
  if (typeof value === 'string') return value.replace(controls, '') as T
  if (Array.isArray(value)) return value.map(withoutControls) as T
  return Object.fromEntries(Object.entries(value as object).map(([name, inner]) => [name, withoutControls(inner)])) as T
}

const controls = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu
