import { createReadStream } from 'node:fs'
import { StartError } from '../startError.js'

/** The maximum size, in bytes, of a file that is read into memory. */
const maxBytes = 256 * 1024 * 1024

/**
 * Reads a file, which may be a pipe. Throws a StartError if the file cannot be read, is too large or is not valid
 * UTF-8.
 */
export async function readTextFile(file: string): Promise<string> {
  const bytes = await readBytes(file)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new StartError(`${file} is not UTF-8 text; save it in that encoding.`)
  }
}

async function readBytes(file: string): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let size = 0
  try {
    for await (const piece of createReadStream(file)) {
      size += piece.length
      if (size > maxBytes) throw new StartError(`${file} is larger than 256 MiB.`)
      pieces.push(piece)
    }
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)}).`)
  }
  return Buffer.concat(pieces)
}
