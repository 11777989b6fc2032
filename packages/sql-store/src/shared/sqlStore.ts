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
  /** A string that changes with every change of users and groups. */
  readonly people: string
}

/** Content, votes and users in one database. */
export interface SqlStore {
  readonly content: ContentStore & BallotBox
  readonly users: UserDirectory
  readonly webhooks: WebhookStore
  readonly mails: MailStore
  readonly pendingUploads: PendingUploadStore
  /** Access to all data, for backup and restore. */
  readonly whole: WholeStore
  readonly schemaVersion: number
  /** The upgrade that was performed when the store was opened. Null if no upgrade was necessary. */
  readonly upgraded: SchemaUpgrade | null
  /** Whether the database has the schema of this program. Rejects if the database cannot be read. */
  isCurrent(): Promise<boolean>
  counts(): StoreCounts
  /** Closes all connections after the current operations have ended. `content.close` has the same effect. */
  close(): Promise<void>
}
