/** The placeholder values of a message. If a value is itself a message, it is translated into the same language. */
type MessageValues = Readonly<Record<string, string | number | Message>>

/** An untranslated message for users, such as `{ id: 'zone.unknown', values: { zone: 'Mars' } }`. */
export interface Message {
  readonly id: string
  readonly values?: MessageValues
}

/** The messages of one language by id, with placeholders such as `{name}`. This is the flat JSON format of FormatJS. */
export type Catalog = Readonly<Record<string, string>>

/**
 * The English text of each message. Because the text is stored with the message, a module needs to import only its own
 * part of the catalog.
 */
const patternOf = /* @__PURE__ */ new WeakMap<Message, string>()

/**
 * Returns a function that creates messages from a part of the English catalog. The compiler checks that this part
 * contains the ids.
 */
export function messagesFrom<Id extends string>(catalog: Readonly<Record<Id, string>>) {
  return (id: Id, values?: MessageValues): Message => {
    const created: Message = values ? { id, values } : { id }
    patternOf.set(created, catalog[id])
    return created
  }
}

/** Returns the English text of a message, or its id if `messagesFrom` did not create the message. */
export const wordInEnglish = (message: Message): string =>
  interpolate(patternOf.get(message) ?? message.id, message.values, wordInEnglish)

export const placeholder = /\{(\w+)\}/g

/** Replaces placeholders such as `{name}` with values. Placeholders without a value remain unchanged. */
export function interpolate(
  pattern: string,
  values: MessageValues = {},
  translate: (message: Message) => string = wordInEnglish,
): string {
  if (!pattern.includes('{')) return pattern
  return pattern.replace(placeholder, (match, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    return value === undefined ? match : typeof value === 'object' ? translate(value) : String(value)
  })
}
