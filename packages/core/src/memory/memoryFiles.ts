import { filesIn } from '../content/node/filesIn.js'
import type { MemoryState, Stored } from './memoryState.js'

type Objects = Pick<MemoryState, 'objects'>

export function isReferenced({ objects }: Objects, digest: string): boolean {
  for (const stored of objects.values()) if (refersTo(stored, digest)) return true
  return false
}

const refersTo = ({ node, versions }: Stored, digest: string): boolean =>
  filesIn(node.fields).has(digest) || versions.some(({ node: { fields } }) => filesIn(fields).has(digest))

/** Removes the files that a change has orphaned. `before` contains the objects before the change. */
export function withoutOrphans(before: Objects, state: MemoryState): MemoryState {
  if (state.files.size === 0) return state
  const files = new Map(state.files)
  for (const [uid, stored] of before.objects) {
    if (state.objects.get(uid) === stored) continue
    for (const digest of digestsOf(stored)) if (files.has(digest) && !isReferenced(state, digest)) files.delete(digest)
  }
  return files.size < state.files.size ? { ...state, files } : state
}

function* digestsOf({ node, versions }: Stored): Generator<string> {
  for (const { fields } of [node, ...versions.map(version => version.node)]) yield* filesIn(fields).keys()
}

export function filesBy(isWanted: boolean, { objects, files }: MemoryState): ReadonlyMap<string, Uint8Array> {
  const referenced = new Set([...objects.values()].flatMap(stored => [...digestsOf(stored)]))
  return new Map([...files].filter(([digest]) => referenced.has(digest) === isWanted))
}

export function concatenate(parts: readonly Uint8Array[]): Uint8Array {
  const result = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let start = 0
  for (const part of parts) {
    result.set(part, start)
    start += part.length
  }
  return result
}
