import type { Turn } from '@plenum/core'
import type { Change, Commit, ContentStore } from '@plenum/core/ports'
import type { Write, Writer } from '../writer.js'
import { applyChange } from './applyChange.js'

/** The part of a store that writes content. */
export function commits(writer: Writer): Pick<ContentStore, 'commit' | 'alone'> {
  return {
    commit: (change, turn) => commitBy(writer.write, change, turn),
    alone: work => writer.alone(write => work((change, turn) => commitBy(write, change, turn))),
  }
}

function commitBy(write: Write, change: Change, turn?: Turn): Promise<Commit> {
  return write(
    connection => applyChange(connection, change, turn),
    ({ ok }) => ok,
  )
}
