import type { Message } from './messages.js'

type Placeholders<Pattern extends string> = Pattern extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never

type Values<Pattern extends string> = { readonly [Name in Placeholders<Pattern>]: string | number | Message }

/**
 * Creates a message of an application. Its id is the English text. The `catalogs` extension can contain translations
 * for this id. The compiler checks that `values` contains each placeholder.
 *
 * @example
 * throw new DomainError('bad-request', text('A pot has at most {limit} portions.', { limit: 50 }))
 */
export const text = <const Pattern extends string>(
  english: Pattern,
  ...[values]: [Placeholders<Pattern>] extends [never] ? [] : [values: Values<Pattern>]
): Message => (values ? { id: english, values } : { id: english })
