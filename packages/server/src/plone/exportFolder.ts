import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import type { ExportedFile } from '@plenum/plone-exchange'
import { StartError } from '../startError.js'

/**
 * The number of characters per write. Strings are combined, because writing each string separately would take longer
 * than generating it.
 */
const pieceLength = 256 * 1024

/**
 * Writes files that only their owner may read to a new or empty directory. The files contain password hashes. Throws a
 * StartError if the directory is not empty. If writing fails, all written files are removed.
 */
export async function writeFolder(
  folder: string,
  files: AsyncIterable<ExportedFile>,
  signal: AbortSignal,
): Promise<void> {
  const isOurs = beginFolder(folder)
  try {
    for await (const { path: name, pieces } of files) {
      const file = path.join(folder, ...name.split('/'))
      mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
      await writeNew(file, pieces, signal)
    }
  } catch (error) {
    for (const name of readdirSync(folder)) rmSync(path.join(folder, name), { recursive: true, force: true })
    if (isOurs) rmSync(folder, { recursive: true, force: true })
    throw unwritable(folder, error)
  }
}

function beginFolder(folder: string): boolean {
  const stats = statSync(folder, { throwIfNoEntry: false })
  if (stats && !(stats.isDirectory() && readdirSync(folder).length === 0))
    throw new StartError(`${folder} is not empty; choose another folder, or empty it.`)
  try {
    if (!stats) mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw unwritable(folder, error)
  }
  return !stats
}

async function writeNew(file: string, pieces: ExportedFile['pieces'], signal: AbortSignal): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    for await (const piece of mergeTexts(pieces)) {
      signal.throwIfAborted()
      await handle.writeFile(piece)
    }
  } finally {
    await handle.close()
  }
}

async function* mergeTexts(pieces: ExportedFile['pieces']): AsyncGenerator<string | Uint8Array> {
  let text = ''
  for await (const piece of pieces) {
    if (typeof piece !== 'string') yield piece
    else text += piece
    if (text.length < pieceLength) continue
    yield text
    text = ''
  }
  if (text !== '') yield text
}

function unwritable(folder: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  return code !== undefined && /^E[A-Z]+$/.test(code) ? new StartError(`${folder} cannot be written (${code}).`) : error
}
