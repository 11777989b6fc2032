import type { TimeSlice } from '@plenum/core'
import { XMLBuilder } from 'fast-xml-parser'

/** Its name with what is in it; `:@` has its attributes, `#text` is text. Of many elements each is made when it is worded. */
export interface XmlElement {
  readonly [name: string]: readonly (XmlElement | (() => XmlElement))[] | Readonly<Record<string, string>> | string
}

const builder = new XMLBuilder({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
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

/**
 * A document with one element at its top. What is in its first `levels` of elements stands on a line of its own, and is
 * worded in turns.
 */
export async function xmlText(element: XmlElement, { slice, levels = 1 }: Translation): Promise<string> {
  const lines = ['<?xml version="1.0" encoding="utf-8"?>']
  await addLines(lines, element, { slice, levels })
  return `${lines.join('\n')}\n`
}

export interface Translation {
  readonly slice: TimeSlice
  readonly levels?: number
}

async function addLines(lines: string[], element: XmlElement, { slice, levels }: Required<Translation>): Promise<void> {
  const name = Object.keys(element).find(key => key !== ':@') ?? ''
  const inside = element[name]
  if (slice.isOver()) await slice.next()
  if (levels === 0 || !hasElementsAlone(inside)) {
    lines.push(worded(element))
    return
  }
  lines.push(worded({ ...element, [name]: [] }).replace(/\/>$/, '>'))
  for (const child of inside)
    await addLines(lines, typeof child === 'function' ? child() : child, { slice, levels: levels - 1 })
  lines.push(`</${name}>`)
}

const worded = (element: XmlElement): string => builder.build([withoutControls(element)])

/** Beside text, a line more would be text. */
const hasElementsAlone = (
  inside: XmlElement[string] | undefined,
): inside is readonly (XmlElement | (() => XmlElement))[] =>
  Array.isArray(inside) && inside.length > 0 && inside.every(child => !('#text' in child))

/** XML has no place for control characters, not even as references. */
function withoutControls<T>(value: T): T {
  if (typeof value === 'string') return value.replace(controls, '') as T
  if (Array.isArray(value)) return value.map(withoutControls) as T
  return Object.fromEntries(Object.entries(value as object).map(([name, inner]) => [name, withoutControls(inner)])) as T
}

const controls = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu
