import { constants, lstatSync, openSync, type Stats } from 'node:fs'
import path from 'node:path'
import { Unreadable } from '@plenum/plone-exchange'
import { StartError } from '../startError.js'

export interface OwnFile {
  readonly name: string
  readonly size: number
}

/**
 * Resolves a path in a directory, segment by segment. Does not follow links, and accepts only regular files. This
 * function is synchronous, because asynchronous calls would be slow for many small files.
 */
export function ownFile(folder: string, inside: string): OwnFile | Unreadable {
  const parts = inside.split('/')
  if (!parts.every(isName)) return new Unreadable(`refers to a file outside of the export: ${inside.slice(0, 200)}`)
  let name = folder
  for (const [index, part] of parts.entries()) {
    name = path.join(name, part)
    const facts = factsOf(name)
    if (!facts) return new Unreadable(`is missing: ${inside.slice(0, 200)}`)
    if (facts.isSymbolicLink())
      return new Unreadable(`is a symbolic link, which is not followed: ${inside.slice(0, 200)}`)
    const isLast = index === parts.length - 1
    if (isLast ? !facts.isFile() : !facts.isDirectory()) return new Unreadable(`is not a file: ${inside.slice(0, 200)}`)
    if (isLast) return { name, size: facts.size }
  }
  return new Unreadable('is not a file')
}

/** Returns the properties of a file, or null if the file does not exist or its name is invalid. */
function factsOf(name: string): Stats | null {
  try {
    return lstatSync(name)
  } catch {
    return null
  }
}

const isName = (part: string): boolean => part !== '' && part !== '.' && part !== '..' && !/[\\\0]/.test(part)

/**
 * Opens a file and returns its file descriptor. Does not open a link or pipe that has replaced the file in the
 * meantime. Throws a StartError if the file cannot be opened.
 */
export function openOwn({ name }: OwnFile): number {
  try {
    return openSync(name, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    throw new StartError(`${name} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}
