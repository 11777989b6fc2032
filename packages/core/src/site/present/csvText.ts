import type { AliasItem } from '../../answers/aliases.js'
import type { UserPayload } from '../../answers/people.js'

/** The columns of a CSV file. Each function returns the content of a cell. */
export type CsvColumns<Item> = Readonly<Record<string, (item: Item) => string>>

/** The columns for aliases, with the same names as in Plone's CSV files. */
export const aliasColumns: CsvColumns<AliasItem> = {
  'old path': ({ path }) => path,
  'new path': alias => alias['redirect-to'],
  datetime: ({ datetime }) => datetime ?? '',
  manual: ({ manual }) => (manual ? 'True' : 'False'),
}

/** The columns for users, with the same names as in Plone's CSV files. */
export const userColumns: CsvColumns<UserPayload> = {
  id: ({ id }) => id,
  username: ({ username }) => username,
  fullname: ({ fullname }) => fullname ?? '',
  email: ({ email }) => email ?? '',
  roles: ({ roles }) => roles.join(', '),
  groups: ({ groups }) => groups.items.map(({ id }) => id).join(', '),
}

/** The number of rows in a chunk. Formatting a chunk takes less than a millisecond. */
const chunkSize = 500

/** Yields the chunks of a CSV file with a header row (docs/http-answers.md, CSV). */
export function* csvText<Item>(columns: CsvColumns<Item>, items: readonly Item[]): Generator<string> {
  const readers = Object.values(columns)
  const line = (item: Item): string => lineOf(readers.map(read => read(item)))
  yield lineOf(Object.keys(columns))
  for (let start = 0; start < items.length; start += chunkSize)
    yield items
      .slice(start, start + chunkSize)
      .map(line)
      .join('')
}

const lineOf = (cells: readonly string[]): string => `${cells.map(cell => quoted(escaped(cell))).join(',')}\r\n`

/**
 * Escapes a cell. Spreadsheets execute cells that begin with certain characters as formulas (OWASP, CSV Injection), so
 * these cells get a leading apostrophe, which imports remove.
 */
const escaped = (text: string): string => (/^'*[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text)

const quoted = (text: string): string => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
