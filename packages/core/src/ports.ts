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
export type { Ballot, BallotBox, Ballots, CastOutcome, Tally, Voter } from './content/store/ballots.js'
export type {
  CatalogEntry,
  CatalogUpdate,
  Indexes,
  IndexValue,
  SearchHit,
  SearchWords,
} from './content/store/catalog.js'
export {
  type CatalogQuery,
  type Condition,
  type Indexed,
  matchesQuery,
  type Principals,
  type Sort,
} from './content/store/catalogQuery.js'
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
export { addVote, clearVotes, noVotes, replaceVotes } from './content/store/tally.js'
export type { TextQuery } from './content/store/textQuery.js'
export type { StoredVersion, VersionMeta, VersionNote } from './content/store/versions.js'
export { voterKey, voterOfKey } from './content/store/voterKey.js'
export { idOfPath, isAtOrBelow, joinPath, parentPath, pathsAbove } from './foundation/paths.js'
export { createLruCache, type LruCache } from './memoize/calls/lruCache.js'
export {
  type EndedLogins,
  hasEnded,
  type IssuedLogin,
  type LoginEnd,
  maxEndedLogins,
  noEndedLogins,
} from './people/endedLogins.js'
export type { Group } from './people/group.js'
export type {
  Account,
  Holders,
  LoginOriginUse,
  PasswordReset,
  PeopleChange,
  PeopleSnapshot,
  Portrait,
  User,
  UserDirectory,
  UserFilter,
} from './people/userDirectory.js'
export type {
  FilePiece,
  Part,
  PartCounts,
  PartKind,
  PartOf,
  Parts,
  StoredAlias,
  StoredObject,
} from './portable/parts.js'
export { partKinds } from './portable/parts.js'
export type {
  ExpectedEntry,
  FileTotal,
  FillingObject,
  FillingPart,
  RewrittenObject,
  StoreDefect,
  StoredHistory,
  WholeChange,
  WholeReader,
  WholeStore,
} from './portable/wholeStore.js'
export { allParts } from './portable/wholeStore.js'
