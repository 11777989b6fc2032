/** The bytes of one piece of a file; only the last piece is shorter. An empty file has one empty piece. */
export const filePieceSize = 1024 * 1024

/** Bytes of a file. */
export interface FilePart {
  readonly start: number
  /** Not 0. */
  readonly length: number
}

/** Reads the piece with a number, counted from 0; null where there is none. */
export type ReadPiece = (number: number) => Promise<Uint8Array | null>

/** Which piece a byte of a file is in. */
export const pieceWith = (at: number): number => Math.floor(at / filePieceSize)

/** A part of a file, piece by piece, each read when it is asked for. Throws an Error where a piece is missing or too short. */
export async function* filePart(read: ReadPiece, { start, length }: FilePart): AsyncGenerator<Uint8Array> {
  const end = start + length
  for (let at = start; at < end; ) {
    const number = pieceWith(at)
    const before = number * filePieceSize
    const bytes = (await read(number))?.subarray(at - before, end - before)
    if (!bytes?.length) throw new Error(`Piece ${number} of a file is not there as a whole.`)
    yield bytes
    at += bytes.length
  }
}

/** All of a file of so many bytes; null where a piece is missing. */
export async function wholeFile(read: ReadPiece, size: number): Promise<Uint8Array | null> {
  const bytes = new Uint8Array(size)
  for (let start = 0; start < size; start += filePieceSize) {
    const piece = await read(pieceWith(start))
    if (!piece) return null
    bytes.set(piece.subarray(0, size - start), start)
  }
  return bytes
}

/** All of bytes that are there as a whole, or a part of them, in pieces. */
export const piecesOf = (bytes: Uint8Array, part: FilePart | null): AsyncGenerator<Uint8Array> =>
  filePart(async number => pieceOf(bytes, number), part ?? { start: 0, length: bytes.length })

/** A piece of bytes that are there as a whole, as `ContentReader.filePiece` gives it. */
export function pieceOf(bytes: Uint8Array, number: number): Uint8Array | null {
  const start = number * filePieceSize
  return number === 0 || start < bytes.length ? bytes.slice(start, start + filePieceSize) : null
}
