import { english } from './english.js'

export type MessageValues = Readonly<Record<string, string | number>>

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

export function wordInEnglish({ id, values }: Message): string {
  return interpolate((english as Record<string, string>)[id] ?? id, values)
}

export function interpolate(pattern: string, values: MessageValues = {}): string {
  return pattern.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}
