import { type CsvColumns, csvText } from '@plenum/core'
import type { Reply } from '../exchange/reply.js'

/** Creates a reply with a CSV file, whose first row contains the column names (docs/http-answers.md, CSV). */
export function csvReply<Item>(filename: string, columns: CsvColumns<Item>, items: readonly Item[]): Reply<never> {
  const headers = {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename=${filename}`,
    Vary: 'Accept',
  }
  return { kind: 'bytes', status: 200, size: null, headers, pieces: encoded(csvText(columns, items)) }
}

async function* encoded(texts: Iterable<string>): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}
