import { writeFile } from 'node:fs/promises'
import { type JsonObject, parseJson } from '@plenum/core'
import { readTextFile } from './imports/readTextFile.js'
import { StartError } from './startError.js'

/** Reads a file that contains a list of JSON objects. Throws a StartError if the file is invalid. */
export async function readPolls(file: string): Promise<readonly JsonObject[]> {
  const content = parsed(file, await readTextFile(file))
  const isList = Array.isArray(content) && content.every(item => typeof item === 'object' && item !== null)
  if (!isList) throw new StartError(`${file} must contain a list of polls, as written by \`plenum poll export\`.`)
  return content as readonly JsonObject[]
}

function parsed(file: string, text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    throw new StartError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`)
  }
}

/** Writes a file that only its owner may read, because the file identifies voters. */
export async function writePolls(file: string, polls: readonly JsonObject[]): Promise<void> {
  try {
    await writeFile(file, `${JSON.stringify(polls, null, 2)}\n`, { mode: 0o600 })
  } catch (error) {
    throw new StartError(`${file} cannot be written: ${error instanceof Error ? error.message : String(error)}.`)
  }
}
