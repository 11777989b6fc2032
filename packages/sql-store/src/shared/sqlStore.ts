import type { BallotBox, ContentStore, StoreState, UserDirectory, WholeStore } from '@plenum/core/ports'
import type { SchemaUpgrade } from './schemaVersions.js'
import type { StoreCounts } from './storeCounts.js'

/** The state of a database. */
export interface State extends StoreState {
  /** A text that differs after every change of users and groups. */
  readonly people: string
}

/** Content, votes and users in one database. */
export interface SqlStore {
  readonly content: ContentStore & BallotBox
  readonly users: UserDirectory
  /** The complete store, for backup and restore. */
  readonly whole: WholeStore
  readonly schemaVersion: number
  /** The upgrade that this call made, or null. */
  readonly upgraded: SchemaUpgrade | null
  /** Whether the database has the schema of this program. Rejects if it cannot be read. */
  isCurrent(): Promise<boolean>
  counts(): StoreCounts
  /** Closes all connections, as `content.close` does too, after running operations. */
  close(): Promise<void>
}
