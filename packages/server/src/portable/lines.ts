import { CopyFault } from './copyFault.js'

/** A line has one part, which has at most a few megabytes. */
const maxLineLength = 64 * 1024 * 1024
const lineEnd = 10

/** Splits a stream into lines, which keep their line ends. Throws a CopyFault if a line has none. */
export async function* linesIn(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let partial: Uint8Array[] = []
  let length = 0
  for await (const piece of pieces) {
    let start = 0
    for (let end = piece.indexOf(lineEnd); end !== -1; end = piece.indexOf(lineEnd, start)) {
      const rest = piece.subarray(start, end + 1)
      yield partial.length === 0 ? rest : Buffer.concat([...partial, rest])
      partial = []
      length = 0
      start = end + 1
    }
    partial.push(piece.subarray(start))
    length += piece.length - start
    if (length > maxLineLength) throw new CopyFault('has a line that is too long')
  }
  if (length > 0) throw new CopyFault('ends in the middle of a line')
}
