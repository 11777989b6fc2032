import type { TimeSlice } from '@plenum/core'
import type { ContentReader, WholeReader, WholeStore } from '@plenum/core/ports'
import { renewPeopleStamp } from '../people/userDirectory.js'
import { sql } from '../sql.js'
import type { Writer } from '../writing/writer.js'
import type { Checks } from './checks.js'
import { countParts } from './countParts.js'
import { differingEntries } from './differingEntries.js'
import { fillParts } from './fill/fillParts.js'
import { readParts, type Snapshot } from './readParts.js'
import { rewriteObjects } from './rewriteObjects.js'
import { eraseSome, isAnyErasable, sweepFiles, unreferencedFiles } from './sweepFiles.js'
import type { VoteParts } from './voteParts.js'
import { writeWhole } from './writeWhole.js'

interface ExaminedSnapshot extends Snapshot {
  readonly content: ContentReader
  readonly checks: Checks
}

interface Database {
  /** Calls `task` with one snapshot and the content in it. */
  read<T>(task: (snapshot: ExaminedSnapshot) => Promise<T>): Promise<T>
  readonly writer: Writer
  /** Votes and checks over the writer's connection. */
  readonly votes: VoteParts
  readonly checks: Checks
  /** Called when files were erased and no erasable file is left. */
  onErased(): void
  /** Calls `fill` within its transaction, with preparation before and cleanup after it. */
  filling?(fill: () => Promise<void>): Promise<void>
}

const endless: TimeSlice = { isOver: () => false, next: async () => {} }

/** The complete store of one database. It is filled in one transaction. */
export function createWhole({ read, writer, votes, checks, onErased, filling = fill => fill() }: Database): WholeStore {
  return {
    read: task => read(snapshot => task(readerOf(snapshot))),
    fill: (parts, slice = endless) => {
      const begin = once()
      return writer.alone(write =>
        write(
          async connection => {
            begin()
            await filling(() => fillParts({ connection, votes, slice }, parts))
            await connection.run(newStamp)
            await renewPeopleStamp(connection)
          },
          () => true,
        ),
      )
    },
    rewrite: (objects, slice = endless) =>
      writer.write(
        async connection => {
          await rewriteObjects(connection, objects, slice)
          if (objects.length === 0) await checks.mend()
          await connection.run(newStamp)
        },
        () => true,
      ),
    write: (changes, slice = endless) => {
      const begin = once()
      return writer.alone(write =>
        write(
          connection => {
            begin()
            return writeWhole(connection, changes, slice)
          },
          ({ ok }) => ok,
        ),
      )
    },
    eraseFiles: async () => {
      if (!(await read(({ connection }) => isAnyErasable(connection)))) return false
      const isMore = await writer.write(eraseSome, () => true)
      if (!isMore) onErased()
      return isMore
    },
    sweepFiles: async (slice = endless) => {
      const files = await sweepFiles(writer, slice)
      if (files > 0) onErased()
      return files
    },
  }
}

/** Throws on a second call: a failed transaction cannot be retried, since its parts have been consumed. */
function once(): () => void {
  let isBegun = false
  return () => {
    if (isBegun)
      throw new Error('The transaction was lost and cannot be repeated, because parts can be read only once.')
    isBegun = true
  }
}

const newStamp = sql`UPDATE store SET stamp = {random text}`

function readerOf({ content, checks, ...snapshot }: ExaminedSnapshot): WholeReader {
  return {
    content,
    counts: () => countParts(snapshot),
    parts: kind => readParts(snapshot, kind),
    otherEntries: expected => differingEntries(snapshot.connection, checks, expected),
    unreferencedFiles: () => unreferencedFiles(snapshot.connection),
    faults: checks.faults,
  }
}
