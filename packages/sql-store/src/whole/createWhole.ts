import type { Turn } from '@plenum/core'
import type { ContentReader, WholeStore } from '@plenum/core/ports'
import { sql } from '../sql.js'
import { drawState } from '../userDirectory.js'
import type { Writer } from '../writer.js'
import { countParts } from './countParts.js'
import { fillParts } from './fillParts.js'
import { readParts, type Snapshot } from './readParts.js'
import type { VoteParts } from './voteParts.js'

interface Database {
  /** Calls `work` with one snapshot, and the content in it. */
  read<T>(work: (snapshot: Snapshot & { readonly content: ContentReader }) => Promise<T>): Promise<T>
  readonly writer: Writer
  /** Votes by the connection of the writer. */
  readonly votes: VoteParts
}

const endless: Turn = { isOver: () => false, next: async () => {} }

/** All that is kept in one database. It is filled in one transaction. */
export function createWhole({ read, writer, votes }: Database): WholeStore {
  return {
    read: work =>
      read(({ content, ...snapshot }) =>
        work({ content, counts: () => countParts(snapshot), parts: kind => readParts(snapshot, kind) }),
      ),
    fill: (parts, turn = endless) =>
      writer.alone(write =>
        write(
          async connection => {
            await fillParts({ connection, votes, turn }, parts)
            await connection.run(sql`UPDATE store SET stamp = {random text}`)
            await drawState(connection)
          },
          () => true,
        ),
      ),
  }
}
