import type {
  BallotBox,
  ContentStore,
  MailStore,
  PendingUploadStore,
  StoreState,
  UserDirectory,
  WebhookStore,
  WholeStore,
} from '@plenum/core/ports'
import type { SchemaUpgrade } from './schemaVersions.js'
import type { StoreCounts } from './storeCounts.js'

export interface State extends StoreState {
  /** A string that changes with every change to users or groups. */
  readonly people: string
}

/** A database that stores content, votes and users. */
export interface SqlStore {
  readonly content: ContentStore & BallotBox
  readonly users: UserDirectory
  readonly webhooks: WebhookStore
  readonly mails: MailStore
  readonly pendingUploads: PendingUploadStore
  /** Reads and writes all data, for backup and restore. */
  readonly whole: WholeStore
  readonly schemaVersion: number
  /** The upgrade that was performed when the store was opened, or null if none was necessary. */
  readonly upgraded: SchemaUpgrade | null
  /** Whether the database still has the schema version of this program. Rejects if the database cannot be read. */
  isCurrent(): Promise<boolean>
  counts(): StoreCounts
  /** Waits for current operations to end, and closes all connections. `content.close` has the same effect. */
  close(): Promise<void>
}
