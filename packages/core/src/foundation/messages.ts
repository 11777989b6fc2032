import { english } from './english.js'

/** A value may be a message itself, which is worded in the same language. */
export type MessageValues = Readonly<Record<string, string | number | Message>>

/** A text for people that is not worded yet: the id of a sentence, and the values to put into it. */
export interface Message {
  readonly id: string
  readonly values?: MessageValues
}

/** Words a message in the language of whoever reads it. An id that has no wording is its own wording, as titles are. */
export type Translate = (message: Message) => string

/** The patterns of one language by message id, `{name}` in place of a value: the flat JSON of FormatJS. */
export type Catalog = Readonly<Record<string, string>>

/** A message of core; ids are checked against the English catalog when this is compiled. */
export function message(id: keyof typeof english, values?: MessageValues): Message {
  return values ? { id, values } : { id }
}

/** Words messages by a catalog; in English what it lacks, and by the id itself what English lacks as well. */
export function translator(catalog: Catalog): Translate {
  // A map, because titles that people gave are ids too, `constructor` among them.
  const patterns = new Map(Object.entries({ ...english, ...catalog }))
  const translate: Translate = ({ id, values }) => interpolate(patterns.get(id) ?? id, values, translate)
  return translate
}

export const wordInEnglish: Translate = translator({})

const places = /\{(\w+)\}/g

/** Puts values where a pattern has their names in braces. */
export function interpolate(pattern: string, values: MessageValues = {}, translate: Translate = wordInEnglish): string {
  return pattern.replace(places, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    return value === undefined ? whole : typeof value === 'object' ? translate(value) : String(value)
  })
}

/** The places for values in a pattern, with their braces, each once. */
export function placesIn(pattern: string): ReadonlySet<string> {
  return new Set(pattern.match(places))
}
