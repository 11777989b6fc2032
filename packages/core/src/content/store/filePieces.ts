/**
 * The number of bytes in a piece of a file. Only the last piece may be shorter. An empty file consists of one empty
 * piece.
 */
export const filePieceSize = 1024 * 1024

export interface FilePart {
  readonly start: number
  /** The length of the part in bytes, at least 1. */
  readonly length: number
}

/** Reads a piece by its zero-based number. Returns null if the piece does not exist. */
export type ReadPiece = (number: number) => Promise<Uint8Array | null>

export const pieceWith = (at: number): number => Math.floor(at / filePieceSize)

/**
 * Yields a byte range of a file in pieces, which are read on demand. Throws an Error if a piece is missing or too
 * short.
 */
export async function* filePart(readPiece: ReadPiece, { start, length }: FilePart): AsyncGenerator<Uint8Array> {
  const end = start + length
  for (let at = start; at < end; ) {
    const number = pieceWith(at)
    const before = number * filePieceSize
    const bytes = (await readPiece(number))?.subarray(at - before, end - before)
    if (!bytes?.length) throw new Error(`Piece ${number} of a file is missing or incomplete.`)
    yield bytes
    at += bytes.length
  }
}

/** Reads a complete file of `size` bytes. Returns null if a piece is missing. */
export async function readWholeFile(readPiece: ReadPiece, size: number): Promise<Uint8Array | null> {
  const bytes = new Uint8Array(size)
  for (let start = 0; start < size; start += filePieceSize) {
    const piece = await readPiece(pieceWith(start))
    if (!piece) return null
    bytes.set(piece.subarray(0, size - start), start)
  }
  return bytes
}

export const piecesOf = (bytes: Uint8Array, part: FilePart | null): AsyncGenerator<Uint8Array> =>
  filePart(async number => pieceOf(bytes, number), part ?? { start: 0, length: bytes.length })

export function pieceOf(bytes: Uint8Array, number: number): Uint8Array | null {
  const start = number * filePieceSize
  return number === 0 || start < bytes.length ? bytes.slice(start, start + filePieceSize) : null
}
