/** `@plenum/core/ports`: the interfaces that stores of content, votes and users implement, and functions for them. */

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
export {
  addVote,
  type Ballot,
  type BallotBox,
  type Ballots,
  type CastOutcome,
  clearVotes,
  noVotes,
  replaceVotes,
  type Tally,
  type Voter,
  voterKey,
  voterOfKey,
} from './content/store/ballots.js'
export {
  type CatalogEntry,
  type CatalogQuery,
  type CatalogUpdate,
  type Condition,
  type Indexed,
  type Indexes,
  type IndexValue,
  matchesQuery,
  type Principals,
  type SearchHit,
  type SearchWords,
  type Sort,
  type TextQuery,
} from './content/store/catalog.js'
export {
  type Change,
  type ChangeSteps,
  type ClearedBallots,
  type Commit,
  type ContainerOrder,
  changeSteps,
  type EntryUpdate,
  type FileBytes,
  type NodeCreation,
  type NodeUpdate,
  type Renaming,
  type ReplacedBallots,
} from './content/store/change.js'
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
export {
  filePart,
  filePieceSize,
  type ReadPiece,
  readWholeFile,
} from './content/store/filePieces.js'
export { activeLock, type Lock, type LockChange } from './content/store/locks.js'
export type { StoredVersion, VersionMeta, VersionNote } from './content/store/versions.js'
export { idOfPath, isAtOrBelow, joinPath, parentPath, pathsAbove } from './foundation/paths.js'
export { createLruCache, type LruCache } from './memoize/calls/lruCache.js'
export {
  type Account,
  type EndedLogins,
  type Group,
  type Holders,
  hasEnded,
  type IssuedLogin,
  type LoginEnd,
  type LoginOriginUse,
  maxEndedLogins,
  noEndedLogins,
  type PasswordReset,
  type PeopleChange,
  type PeopleSnapshot,
  type Portrait,
  type User,
  type UserDirectory,
  type UserFilter,
} from './people/userDirectory.js'
export {
  allParts,
  type ExpectedEntry,
  type FilePiece,
  type FileTotal,
  type FillingObject,
  type FillingPart,
  type Part,
  type PartCounts,
  type PartKind,
  type PartOf,
  type Parts,
  partKinds,
  type StoreDefect,
  type StoredAlias,
  type StoredHistory,
  type StoredObject,
  type WholeChange,
  type WholeReader,
  type WholeStore,
} from './portable/wholeStore.js'
