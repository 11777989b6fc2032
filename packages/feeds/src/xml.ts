import type { TimeSlice } from '@plenum/core'
import { XMLBuilder } from 'fast-xml-parser'

/**
 * An element name with the children of the element. The `:@` key contains the attributes, and `#text` contains text.
 * The items of a long list can be functions, which are called just before serialization.
 */
export interface XmlElement {
  readonly [name: string]: readonly (XmlElement | (() => XmlElement))[] | Readonly<Record<string, string>> | string
}

export const textElement = (name: string, text: string): XmlElement => ({ [name]: [{ '#text': text }] })

const builder = new XMLBuilder({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  suppressEmptyNode: true,
  processEntities: false,
  tagValueProcessor: (_, text) => escapeXml(String(text)),
  attributeValueProcessor: (_, text) => escapeXml(String(text)),
})

// A custom table is needed, because the library does not escape the carriage return, which parsers would normalize to a
// line feed.
const entities: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
  '\r': '#13',
}

const escapeXml = (text: string): string => text.replace(/[&<>"'\r]/g, letter => `&${entities[letter]};`)

/**
 * Serializes a document with one root element. The children on the first `levels` levels are on separate lines, and the
 * serialization can pause between them.
 */
export async function xmlText(element: XmlElement, { slice, levels = 1 }: XmlOptions): Promise<string> {
  const lines = ['<?xml version="1.0" encoding="utf-8"?>']
  await addLines(lines, element, { slice, levels })
  return `${lines.join('\n')}\n`
}

export interface XmlOptions {
  readonly slice: TimeSlice
  readonly levels?: number
}

async function addLines(lines: string[], element: XmlElement, { slice, levels }: Required<XmlOptions>): Promise<void> {
  const name = Object.keys(element).find(key => key !== ':@') ?? ''
  const children = element[name]
  if (slice.isOver()) await slice.next()
  if (levels === 0 || !hasElementsAlone(children)) {
    lines.push(serialized(element))
    return
  }
  lines.push(serialized({ ...element, [name]: [] }).replace(/\/>$/, '>'))
  for (const child of children)
    await addLines(lines, typeof child === 'function' ? child() : child, { slice, levels: levels - 1 })
  lines.push(`</${name}>`)
}

const serialized = (element: XmlElement): string => builder.build([withoutControls(element)])

/**
 * Whether an element contains only elements. If an element contained text, an additional line break would become part
 * of the text.
 */
const hasElementsAlone = (
  children: XmlElement[string] | undefined,
): children is readonly (XmlElement | (() => XmlElement))[] =>
  Array.isArray(children) && children.length > 0 && children.every(child => !('#text' in child))

/** Removes control characters, which XML does not allow, not even as character references. */
function withoutControls<T>(value: T): T {
  if (typeof value === 'string') return value.replace(controls, '') as T
  if (Array.isArray(value)) return value.map(withoutControls) as T
  return Object.fromEntries(Object.entries(value as object).map(([name, inner]) => [name, withoutControls(inner)])) as T
}

const controls = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu
