import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { type CsvRow, DomainError, message, type TimeSlice } from '@plenum/core'

/** The maximum number of rows that are read. Operations enforce their own, lower limits. */
const maxRows = 10_002

const maxRowBytes = 64 * 1024

/**
 * The maximum number of columns. Additional columns are ignored, because no supported file needs that many columns and
 * each cell takes memory.
 */
const maxColumns = 100

/** The number of bytes to parse at a time. Parsing this number of bytes takes a few milliseconds. */
const pieceSize = 8 * 1024

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Reads at most 10,002 rows of a UTF-8 CSV file (docs/http-answers.md, CSV). Throws a DomainError `bad-request` if the
 * file is malformed.
 */
export async function readCsv(bytes: Uint8Array, slice: TimeSlice): Promise<readonly CsvRow[]> {
  const text = Buffer.from(decoded(bytes))
  // The library is loaded on first use, because most processes never read a CSV file.
  const { CsvError, parse } = await import('csv-parse')
  const parser = parse({
    delimiter: delimiterOf(text),
    record_delimiter: ['\r\n', '\n', '\r'],
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: maxRowBytes,
  })
  const rows: CsvRow[] = []
  parser.on('data', ({ record, info }: { record: readonly string[]; info: { readonly lines: number } }) => {
    if (rows.length < maxRows) rows.push({ line: info.lines, cells: record.slice(0, maxColumns).map(unescaped) })
  })
  try {
    await write(parser, text, { slice, isEnough: () => rows.length >= maxRows })
    return rows
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new DomainError('bad-request', message('csv.malformed', { line: parser.info.lines }))
  } finally {
    parser.destroy()
  }
}

interface Writing {
  readonly slice: TimeSlice
  readonly isEnough: () => boolean
}

/**
 * Writes the bytes to the parser in pieces, because a pipe would parse an entire stream buffer without yielding. Throws
 * the errors of the parser.
 */
async function write(parser: Writable, bytes: Buffer, { slice, isEnough }: Writing): Promise<void> {
  const ended = finished(parser, { readable: false })
  const written = (piece: Buffer) => Promise.race([ended, new Promise(resolve => parser.write(piece, resolve))])
  for (let start = 0; start < bytes.length && !isEnough(); start += pieceSize) {
    if (slice.isOver()) await slice.next()
    await written(bytes.subarray(start, start + pieceSize))
  }
  parser.end()
  await ended
}

function decoded(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new DomainError('bad-request', message('csv.utf8'))
  }
}

/**
 * Returns the separator of the file, which is the first comma, semicolon or tab in the header and defaults to a comma.
 * Spreadsheet applications choose the separator by language.
 */
const delimiterOf = (text: Buffer): string =>
  /^[^\r\n,;\t]*([,;\t])/.exec(text.subarray(0, maxRowBytes).toString('latin1'))?.[1] ?? ','

/** Removes the apostrophe with which `csvText` escapes formulas. */
const unescaped = (cell: string): string => (/^'+[=+\-@\t\r＝＋－＠]/.test(cell) ? cell.slice(1) : cell)
