import { Readable } from 'node:stream'
import { type CsvRow, DomainError, message, type TimeSlice } from '@plenum/core'

/** Longer files are refused by the operations, with their own limits. */
const maxRows = 10_002

/** Maximum bytes of a row. */
const maxRowBytes = 64 * 1024

/** Bytes that are parsed at once: about a millisecond. */
const pieceSize = 16 * 1024

/** Strips a byte order mark and rejects invalid UTF-8. */
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The form of rows that the parser emits with `info`. */
interface ParsedRow {
  readonly record: readonly string[]
  readonly info: { readonly lines: number }
}

/**
 * The rows of a CSV file in UTF-8 (docs/http-answers.md, CSV), at most 10,002. Throws a DomainError `bad-request` if it
 * is malformed.
 */
export async function readCsv(bytes: Uint8Array, slice: TimeSlice): Promise<readonly CsvRow[]> {
  const text = Buffer.from(decoded(bytes))
  // Loaded with the first file, because other requests never need it.
  const { CsvError, parse } = await import('csv-parse')
  const parser = parse({
    delimiter: delimiterOf(text),
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: maxRowBytes,
  })
  const rows: CsvRow[] = []
  try {
    const parsed: AsyncIterable<ParsedRow> = Readable.from(piecesOf(text, slice)).pipe(parser)
    for await (const { record, info } of parsed) {
      rows.push({ line: info.lines, cells: record.map(unescaped) })
      if (rows.length >= maxRows) break
    }
    return rows
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new DomainError('bad-request', message('csv.malformed', { line: parser.info.lines }))
  }
}

function decoded(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new DomainError('bad-request', message('csv.utf8'))
  }
}

async function* piecesOf(bytes: Buffer, slice: TimeSlice): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += pieceSize) {
    if (slice.isOver()) await slice.next()
    yield bytes.subarray(start, start + pieceSize)
  }
}

/** Spreadsheets separate columns by commas, semicolons or tabs, depending on their language: the first one counts. */
function delimiterOf(text: Buffer): string {
  return /^[^\r\n,;\t]*([,;\t])/.exec(text.subarray(0, maxRowBytes).toString('latin1'))?.[1] ?? ','
}

/** Removes the escape of `csvText`. */
const unescaped = (cell: string): string => (/^'+[=+\-@\t\r＝＋－＠]/.test(cell) ? cell.slice(1) : cell)
