import { randomBytes } from 'node:crypto'
import { createReadStream, existsSync, rmSync, statSync } from 'node:fs'
import { type FileHandle, link, open, rename } from 'node:fs/promises'
import path from 'node:path'
import type { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { StartError } from '../startError.js'
import { CopyFault } from './readCopy.js'

/** The compression level, which is low because a higher level reduces base64-encoded files only slightly. */
const level = 3

/**
 * Writes a compressed file that only its owner may read. The file gets its final name only after it has been completed
 * and flushed to disk. Throws a StartError if a file with this name already exists.
 */
export async function writeCopyFile(file: string, pieces: AsyncIterable<string>, signal: AbortSignal): Promise<void> {
  if (existsSync(file)) throw existing(file)
  // The name of the draft is unique, because another process may be writing a backup with the same name.
  const draft = `${file}.${process.pid}-${randomBytes(4).toString('hex')}.unfinished`
  try {
    await writeDraft(draft, pieces, signal)
    await publishDraft(draft, file)
  } catch (error) {
    throw unwritable(file, error)
  } finally {
    removeDraft(draft)
  }
  await syncFolder(path.dirname(file))
}

/** Removes a draft if possible. Errors are ignored, because they would hide the reason why the file was not written. */
function removeDraft(draft: string): void {
  try {
    rmSync(draft, { force: true })
  } catch {
    // The directory is not accessible, so the draft was never created.
  }
}

/**
 * Gives a complete draft its final name. Uses a hard link if possible, because a rename would replace a file that
 * another program has created in the meantime.
 */
async function publishDraft(draft: string, file: string): Promise<void> {
  try {
    await link(draft, file)
  } catch (error) {
    if (!withoutLinks.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    await (await open(file, 'wx', 0o600)).close()
    await rename(draft, file)
  }
}

const withoutLinks: readonly string[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']

const existing = (file: string): StartError =>
  new StartError(`${file} already exists; choose another file, or remove it.`)

/**
 * Flushes the entries of a directory to disk. Systems on which a directory cannot be opened flush its entries
 * automatically.
 */
async function syncFolder(folder: string): Promise<void> {
  const opened = await open(folder, 'r').catch(() => null)
  try {
    await opened?.sync()
  } finally {
    await opened?.close()
  }
}

// Opens the file before it reads the first piece. Otherwise, a stream could create the file after the draft has been
// removed.
async function writeDraft(draft: string, pieces: AsyncIterable<string>, signal: AbortSignal): Promise<void> {
  const file = await open(draft, 'wx', 0o600)
  try {
    await pipeline(pieces, createGzip({ level }), packed => writeAll(file, packed), { signal })
    await file.sync()
  } finally {
    await file.close()
  }
}

async function writeAll(file: FileHandle, packed: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const piece of packed) await file.writeFile(piece)
}

/** Calls `read` with the decompressed contents of a file. Throws a StartError if the file is damaged. */
export async function readCopyFile<T>(
  file: string,
  read: (pieces: AsyncIterable<Uint8Array>) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  const unpacked = createGunzip()
  async function* withoutTrailingData(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    yield* pieces
    // Data after the end of the compressed stream is rejected here, because the library ignores it.
    if (unpacked.bytesWritten !== statSync(file).size) throw new CopyFault('continues after its end')
  }
  try {
    return await consume([createReadStream(file), unpacked], pieces => read(withoutTrailingData(pieces)), signal)
  } catch (error) {
    throw unreadable(file, error)
  }
}

const damages: Readonly<Record<string, string>> = {
  Z_BUF_ERROR: 'is not complete',
  Z_DATA_ERROR: 'is damaged, or is not a Plenum backup',
}

function unreadable(file: string, error: unknown): unknown {
  if (error instanceof CopyFault) return new StartError(`${file} ${error.message}.`)
  const { code = '' } = error as NodeJS.ErrnoException
  if (damages[code]) return new StartError(`${file} ${damages[code]}.`)
  return isOfFile(error, file) ? new StartError(`${file} cannot be read (${code}).`) : error
}

function unwritable(file: string, error: unknown): unknown {
  const { code = '' } = error as NodeJS.ErrnoException
  if (code === 'EEXIST') return existing(file)
  return isOfFile(error, file) || code === 'ENOSPC' ? new StartError(`${file} cannot be written (${code}).`) : error
}

const isOfFile = (error: unknown, file: string): boolean =>
  String((error as NodeJS.ErrnoException).path ?? '').startsWith(file)

/**
 * Pipes streams into `read` and returns its result. The returned promise settles only after `read` has ended, even if a
 * stream fails earlier.
 */
export async function consume<T>(
  streams: readonly (Readable | Transform)[],
  read: (pieces: AsyncIterable<Uint8Array>) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  let reading: Promise<T> | undefined
  const last = (pieces: AsyncIterable<Uint8Array>): Promise<T> => {
    reading = read(pieces)
    return reading
  }
  try {
    // The cast is necessary, because the types of `pipeline` do not allow a function as the last item of an array of
    // streams.
    return (await pipeline([...streams, last] as unknown as Transform[], { signal })) as T
  } catch (error) {
    // If `read` has failed, its error is thrown, because it is more specific than the errors of the streams that this
    // failure has closed.
    await reading
    throw error
  }
}
