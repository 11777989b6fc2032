import { closeSync, existsSync, fsyncSync, linkSync, openSync, readdirSync, readSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { draftOf } from '../drafts.js'
import { copyDatabase } from './copyDatabase.js'

/**
 * Copies a database before its schema is upgraded from `version`, and returns the name of the copy. The copy is a file
 * in the same directory that only its owner may read: `plenum.sqlite.before-4`, or `….before-4-2` if another copy
 * already has this name. The copy gets this name only after it has been completed and flushed to disk. Call this
 * function while no other connection can write to the database. Throws a StartError if there is not enough space.
 */
export function copyBeforeUpgrade(file: string, version: number): string {
  const draft = draftOf(file)
  rmSync(draft, { force: true })
  try {
    copyDatabase(file, draft)
    const copy = nameCopy(draft, `${file}.before-${version}`)
    flush(path.dirname(file))
    return copy
  } finally {
    rmSync(draft, { force: true })
  }
}

/**
 * Gives a copy the first unused name. If an upgrade that was killed has left an identical copy, that copy is reused.
 */
function nameCopy(draft: string, name: string): string {
  for (let number = 1; ; number++) {
    const copy = number === 1 ? name : `${name}-${number}`
    if (!existsSync(copy)) {
      linkSync(draft, copy)
      return copy
    }
    if (haveSameBytes(draft, copy)) return copy
  }
}

const pieceSize = 1024 * 1024

function haveSameBytes(first: string, second: string): boolean {
  if (!statSync(second).isFile() || statSync(first).size !== statSync(second).size) return false
  const [left, right] = [first, second].map(name => ({ fd: openSync(name, 'r'), piece: Buffer.alloc(pieceSize) }))
  if (!left || !right) return false
  try {
    for (;;) {
      const [firstLength, secondLength] = [left, right].map(({ fd, piece }) => readSync(fd, piece, 0, pieceSize, null))
      if (
        firstLength !== secondLength ||
        !left.piece.subarray(0, firstLength).equals(right.piece.subarray(0, secondLength))
      )
        return false
      if (firstLength === 0) return true
    }
  } finally {
    for (const { fd } of [left, right]) closeSync(fd)
  }
}

/** Flushes a file or the entries of a directory to disk. */
function flush(name: string): void {
  const fd = openSync(name, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

export interface UpgradeCopy {
  readonly file: string
  readonly size: number
  readonly createdAt: number
}

export function upgradeCopies(file: string): readonly UpgradeCopy[] {
  const [folder, begin] = [path.dirname(file), `${path.basename(file)}.before-`]
  const names = readdirSync(folder).filter(
    name => name.startsWith(begin) && /^\d+(?:-\d+)?$/.test(name.slice(begin.length)),
  )
  return names.map(name => {
    const copy = path.join(folder, name)
    const { size, mtimeMs } = statSync(copy)
    return { file: copy, size, createdAt: mtimeMs }
  })
}
