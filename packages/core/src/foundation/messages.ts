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

/** A message of core; ids are checked against the English catalog when this is compiled. */
export function message(id: keyof typeof english, values?: MessageValues): Message {
  return values ? { id, values } : { id }
}

export function wordInEnglish({ id, values = {} }: Message): string {
  return interpolate(patternOf(english, id), values, wordInEnglish)
}

/** The wording of an id in a catalog, or the id. Titles that people gave are ids too, `constructor` among them. */
export function patternOf(catalog: Readonly<Record<string, string>>, id: string): string {
  return (Object.hasOwn(catalog, id) ? catalog[id] : undefined) ?? id
}

/** Puts values where a pattern has their names in braces. */
export function interpolate(pattern: string, values: MessageValues = {}, translate: Translate = wordInEnglish): string {
  return pattern.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    return value === undefined ? whole : typeof value === 'object' ? translate(value) : String(value)
  })
}
