import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { type CsvRow, DomainError, message, type TimeSlice } from '@plenum/core'

/** Longer files are refused by the operations, with their own limits. */
const maxRows = 10_002

/** Maximum bytes of a row. */
const maxRowBytes = 64 * 1024

/** Further columns are dropped: no file of ours has as many, and each cell takes memory. */
const maxColumns = 100

/** Bytes that are parsed at once: a few milliseconds. */
const pieceSize = 8 * 1024

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
    record_delimiter: ['\r\n', '\n', '\r'],
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: maxRowBytes,
  })
  const rows: CsvRow[] = []
  parser.on('data', ({ record, info }: ParsedRow) => {
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
  /** Whether the rest of the file is not needed. */
  readonly isEnough: () => boolean
}

/** Writes piece by piece: a pipe would parse as much at once as the stream buffers. Throws the errors of the parser. */
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

/** Spreadsheets separate columns by commas, semicolons or tabs, depending on their language: the first one counts. */
const delimiterOf = (text: Buffer): string =>
  /^[^\r\n,;\t]*([,;\t])/.exec(text.subarray(0, maxRowBytes).toString('latin1'))?.[1] ?? ','

/** Removes the escape of `csvText`. */
const unescaped = (cell: string): string => (/^'+[=+\-@\t\r＝＋－＠]/.test(cell) ? cell.slice(1) : cell)
