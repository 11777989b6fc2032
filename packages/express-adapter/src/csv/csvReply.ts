import type { Reply } from '../exchange/reply.js'

/** Rows that are encoded at once: less than a millisecond. */
const chunkSize = 500

/** A CSV file with a header (docs/http-answers.md, CSV). */
export function csvReply<Item>(
  filename: string,
  columns: Readonly<Record<string, (item: Item) => string>>,
): (items: readonly Item[]) => Reply {
  const readers = Object.values(columns)
  const header = lineOf(Object.keys(columns))
  return items => ({
    kind: 'bytes',
    status: 200,
    size: null,
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename=${filename}`,
      Vary: 'Accept',
    },
    pieces: piecesOf(header, items, item => lineOf(readers.map(read => read(item)))),
  })
}

async function* piecesOf<Item>(
  header: string,
  items: readonly Item[],
  line: (item: Item) => string,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(header)
  for (let start = 0; start < items.length; start += chunkSize)
    yield Buffer.from(
      items
        .slice(start, start + chunkSize)
        .map(line)
        .join(''),
    )
}

const lineOf = (cells: readonly string[]): string => `${cells.map(cell => quoted(escaped(cell))).join(',')}\r\n`

/**
 * Spreadsheets run texts that begin with these characters as formulas, so they get an apostrophe; imports remove it
 * again (OWASP, CSV Injection).
 */
const escaped = (text: string): string => (/^'*[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text)

const quoted = (text: string): string => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
