import type { ContentReader, WholeReader, WholeStore } from '@plenum/core/ports'
import { renewContentStamp } from '../change/applyChange.js'
import type { Connection } from '../connection.js'
import { endless } from '../endless.js'
import { renewPeopleStamp } from '../people/userDirectory.js'
import type { Writer } from '../writing/writer.js'
import { differingEntries } from './differingEntries.js'
import { fillParts } from './fill/fillParts.js'
import { countParts, readParts } from './readParts.js'
import { rewriteObjects } from './rewriteObjects.js'
import { eraseSome, isAnyErasable, sweepFiles, unreferencedFiles } from './sweepFiles.js'
import { writeWhole } from './writeWhole.js'

interface Database {
  /** Calls `task` with the connection of one snapshot, and the content in it. */
  read<T>(task: (connection: Connection, content: ContentReader) => Promise<T>): Promise<T>
  readonly writer: Writer
  /** Called when files were erased and no erasable file is left. */
  onErased(): void
  /** Calls `fill` within its transaction, with preparation before and cleanup after it. */
  filling?(fill: () => Promise<void>): Promise<void>
}

/** The complete store of one database. It is filled in one transaction. */
export const createWhole = ({ read, writer, onErased, filling = fill => fill() }: Database): WholeStore => ({
  read: task => read((connection, content) => task(readerOf(connection, content))),
  fill: (parts, slice = endless) => {
    const begin = once()
    return writer.alone(write =>
      write(async connection => {
        begin()
        await filling(() => fillParts(connection, parts, slice))
        await renewContentStamp(connection)
        await renewPeopleStamp(connection)
      }),
    )
  },
  rewrite: (objects, slice = endless) =>
    writer.write(async connection => {
      await rewriteObjects(connection, objects, slice)
      if (objects.length === 0) await connection.engine.checks.repair()
      await renewContentStamp(connection)
    }),
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
    if (!(await read(isAnyErasable))) return false
    const isMore = await writer.write(eraseSome)
    if (!isMore) onErased()
    return isMore
  },
  sweepFiles: async (slice = endless) => {
    const files = await sweepFiles(writer, slice)
    if (files > 0) onErased()
    return files
  },
})

/** Throws on a second call: a failed transaction cannot be retried, since its parts have been consumed. */
function once(): () => void {
  let isBegun = false
  return () => {
    if (isBegun)
      throw new Error('The transaction was lost and cannot be repeated, because parts can be read only once.')
    isBegun = true
  }
}

const readerOf = (connection: Connection, content: ContentReader): WholeReader => ({
  content,
  counts: () => countParts(connection),
  parts: kind => readParts(connection, kind),
  otherEntries: expected => differingEntries(connection, expected),
  unreferencedFiles: () => unreferencedFiles(connection),
  faults: connection.engine.checks.faults,
})
