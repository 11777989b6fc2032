/** `@plenum/core/ports`: the interfaces for stores of content, votes and users, and functions for implementing them. */

export { createLruCache, type LruCache } from '@plenum/memoize'
export type {
  ChangeEvent,
  EventKind,
  EventObject,
  EventOrigin,
  EventQuery,
  EventRetention,
  EventTransition,
  FeedState,
  MarkedEvent,
  NewEvent,
} from './changeFeed/events.js'
export { administrativeKinds, eventKinds } from './changeFeed/events.js'
export type {
  Subscription,
  SubscriptionLease,
  SubscriptionProgress,
  SubscriptionStore,
} from './changeFeed/subscriptions.js'
export { filesIn } from './content/node/filesIn.js'
export type {
  ContentNode,
  FieldValues,
  StoredFile,
  VariableValue,
  VariableValues,
  WorkflowRecord,
} from './content/node/node.js'
export { withMonotonicTimes } from './content/node/timeOrder.js'
export { fold } from './content/query/words.js'
export type { Alias, AliasQuery, AliasResult, NewAlias, RemovedAlias } from './content/store/aliases.js'
export type { Ballot, BallotBox, Ballots, CastOutcome, Tally, Voter } from './content/store/ballots.js'
export { addVote, clearVotes, noVotes, replaceVotes, voterKey, voterOfKey } from './content/store/ballots.js'
export type {
  CatalogEntry,
  CatalogQuery,
  CatalogUpdate,
  Condition,
  Indexed,
  Indexes,
  IndexValue,
  Principals,
  SearchHit,
  SearchWords,
  Sort,
  TextQuery,
} from './content/store/catalog.js'
export { matchesQuery } from './content/store/catalog.js'
export type {
  Change,
  ChangeSteps,
  ClearedBallots,
  Commit,
  ContainerOrder,
  EntryUpdate,
  FileBytes,
  NodeCreation,
  NodeUpdate,
  Renaming,
  ReplacedBallots,
} from './content/store/change.js'
export { changeSteps } from './content/store/change.js'
export type {
  CatalogReader,
  ContentReader,
  FileReader,
  HistoryReader,
  Neighbours,
  ObjectReader,
  OpenResult,
  PollReader,
  ScanResult,
  SearchResult,
  StoreFacts,
} from './content/store/contentReader.js'
export type { ContentStore, StoreState } from './content/store/contentStore.js'
export type { ReadPiece } from './content/store/filePieces.js'
export { filePart, filePieceSize, readWholeFile } from './content/store/filePieces.js'
export { activeLock, type Lock, type LockChange } from './content/store/locks.js'
export { type ExpectedOverlaps, type ObjectRevision, type OverlapQuery, sameObjects } from './content/store/overlaps.js'
export {
  type NewUpload,
  type PendingUpload,
  type PendingUploadStore,
  surplusUploads,
  type UploadLimits,
} from './content/store/pendingUploads.js'
export type { StoredVersion, VersionMeta, VersionNote } from './content/store/versions.js'
export { idOfPath, isAtOrBelow, joinPath, parentPath, pathsAbove } from './foundation/paths.js'
export {
  type MailAttempt,
  type MailCounts,
  type MailPage,
  type MailQuery,
  type MailReason,
  type MailState,
  type MailStore,
  mailStates,
  maxEnded as maxEndedMails,
  type QueuedMail,
} from './mails/mail.js'
export type {
  Account,
  EndedLogins,
  Group,
  Holders,
  IssuedLogin,
  LoginEnd,
  LoginOriginUse,
  PasswordReset,
  PeopleChange,
  PeopleSnapshot,
  Portrait,
  User,
  UserDirectory,
  UserFilter,
} from './people/userDirectory.js'
export { hasEnded, maxEndedLogins, noEndedLogins } from './people/userDirectory.js'
export type {
  ExpectedEntry,
  FilePiece,
  FileTotal,
  FillingObject,
  FillingPart,
  Part,
  PartCounts,
  PartKind,
  PartOf,
  Parts,
  RewrittenObject,
  StoreDefect,
  StoredAlias,
  StoredHistory,
  StoredObject,
  WholeChange,
  WholeReader,
  WholeStore,
} from './portable/wholeStore.js'
export { allParts, partKinds } from './portable/wholeStore.js'
export {
  type Attempt,
  type Delivery,
  type DeliveryPage,
  type DeliveryQuery,
  type DeliveryState,
  maxEnded,
  type Webhook,
  type WebhookChange,
  type WebhookStore,
} from './webhooks/webhook.js'
