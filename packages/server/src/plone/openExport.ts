import { lstat, opendir } from 'node:fs/promises'
import path from 'node:path'
import type { JsonValue } from '@plenum/core'
import { type ExportFiles, type SharedFileName, Unreadable } from '@plenum/plone-exchange'
import { StartError } from '../startError.js'
import { openBlobs } from './blobs.js'
import { readJsonFile } from './readJsonFile.js'

const sharedFileNames: readonly SharedFileName[] = [
  'content/__metadata__.json',
  'principals.json',
  'relations.json',
  'redirects.json',
  'portlets.json',
  'translations.json',
  'discussions.json',
  'plenum.json',
]

/**
 * Opens the folder of an export. Throws a StartError if it does not exist, or if a file that concerns all objects is
 * invalid.
 */
export async function openExport(folder: string): Promise<ExportFiles> {
  const content = path.join(folder, 'content')
  for (const name of [folder, content])
    if (!(await isFolder(name)))
      throw new StartError(`${name} is not a folder, so it cannot be an export of a Plone site.`)
  return {
    uids: await foldersIn(content),
    object: uid => readJsonFile(content, `${uid}/data.json`),
    ...openBlobs(content),
    sharedFiles: await readSharedFiles(folder),
  }
}

const isFolder = async (name: string): Promise<boolean> => (await lstat(name).catch(() => null))?.isDirectory() === true

/** Includes symbolic links, so that they are reported as faults; they are never followed. */
async function foldersIn(content: string): Promise<readonly string[]> {
  const names: string[] = []
  for await (const entry of await opendir(content))
    if (entry.isDirectory() || entry.isSymbolicLink()) names.push(entry.name)
  return names.sort()
}

async function readSharedFiles(folder: string): Promise<ExportFiles['sharedFiles']> {
  const sharedFiles: Partial<Record<SharedFileName, JsonValue>> = {}
  for (const name of sharedFileNames) {
    if (!(await lstat(path.join(folder, name)).catch(() => null))) continue
    const value = await readJsonFile(folder, name)
    if (value instanceof Unreadable) throw new StartError(`${path.join(folder, name)} ${value.sentence}.`)
    sharedFiles[name] = value
  }
  return sharedFiles
}
