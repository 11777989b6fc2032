export type { Field } from './content/fields/field.js'
export type { Term, Upload } from './content/fields/reading.js'
export type { Behavior, ContentType, Indexer, WorkflowContribution } from './content/model/model.js'
export { dublinCore } from './content/model/stockBehaviors.js'
export { fixedVocabulary, type Vocabulary, type VocabularySource } from './content/model/vocabulary.js'
export type {
  ContentNode,
  FieldValues,
  StoredFile,
  VariableValue,
  VariableValues,
  WorkflowRecord,
} from './content/node/node.js'
export { sentFiles } from './content/node/sentFiles.js'
export { neverEarlier } from './content/node/timeOrder.js'
export type { SearchParameter, SearchParameters } from './content/query/searchParameters.js'
export { parseBoolean } from './content/query/searchParameters.js'
export { fold } from './content/query/words.js'
export type { Ballot, BallotBox, Ballots, CastOutcome, Tally, Voter } from './content/store/ballots.js'
export type {
  CatalogEntry,
  CatalogUpdate,
  FoundEntry,
  Indexes,
  IndexValue,
  SearchWords,
} from './content/store/catalog.js'
export type { CatalogQuery, Condition, Indexed, Sight, Sort } from './content/store/catalogQuery.js'
export { matchesQuery } from './content/store/catalogQuery.js'
export type {
  Change,
  Commit,
  ContentReader,
  ContentStore,
  Found,
  Opened,
  Scanned,
} from './content/store/contentStore.js'
export { clearedVotes, noVotes, replacedVotes, withVote } from './content/store/tally.js'
export type { TextQuery } from './content/store/textQuery.js'
export type { KeptVersion, VersionMeta, VersionNote } from './content/store/versions.js'
export { voterKey, voterOfKey } from './content/store/voterKey.js'
export { type LayoutRoom, type LayoutSlot, layoutSchedule, type PlacedSlot, type ScheduleDay } from './event/layout.js'
export type { Programme, ProgrammePerson, ProgrammeSession } from './event/programme.js'
export { problemsOfCatalog } from './foundation/catalogProblems.js'
export { DomainError, type ErrorCode, type ErrorDetails, type FieldProblem } from './foundation/domainError.js'
export { english } from './foundation/english.js'
export { formatInstant, type Instant, parseInstant } from './foundation/instants.js'
export type { JsonObject, JsonValue } from './foundation/json.js'
export {
  type Catalog,
  type Message,
  message,
  type Translate,
  translator,
  wordInEnglish,
} from './foundation/messages.js'
export { idOfPath, isAtOrBelow, joinPath, parentPath, pathsAbove, rootPath, urlOf } from './foundation/paths.js'
export { createPlaces, type Places, type PlacesOptions, type Release, type Waiting } from './foundation/places.js'
export { withoutTrailing } from './foundation/trailing.js'
export {
  abandoned,
  createTurns,
  postponed,
  type Turn,
  type Turns,
  type TurnsOptions,
  type Work,
} from './foundation/turns.js'
export { isTimeZone, wallClockIn } from './foundation/zones.js'
export type { Counters } from './memoize/calls/counters.js'
export { dontCache, type Memoized, type MemoizeOptions } from './memoize/calls/memoizedFunction.js'
export type { RamLimits } from './memoize/calls/ramCache.js'
export type { SharedOptions } from './memoize/connectStore.js'
export type { MemoizeLog } from './memoize/memoizeLog.js'
export { createMemoizer, type Invalidation, type Memoizer, type MemoizerOptions } from './memoize/memoizer.js'
export { memoizeVariables, type ReadMemoizeSettings, readMemoizeSettings } from './memoize/settings/readSettings.js'
export type { Route } from './memoize/settings/routing.js'
export { defaultMemoizeSettings, type MemoizeSettings } from './memoize/settings/settings.js'
export type { FunctionStatus, MemoizeStatus, ServerStatus, SettingsStatus } from './memoize/status.js'
export { type Deadline, type StartTimer, withDeadline } from './memoize/store/deadline.js'
export { maskUrl } from './memoize/store/maskUrl.js'
export { type Scrub, scrubberFor } from './memoize/store/scrub.js'
export type {
  Address,
  ServerDescription,
  SharedStore,
  StoredValue,
  StoreFault,
  StoreInvalidation,
  StoreRead,
  StoreWrite,
} from './memoize/store/sharedStore.js'
export type { ValueCodec } from './memoize/values/valueCodec.js'
export { memoryContentStore } from './memory/memoryContentStore.js'
export { type MemorySharedStoreOptions, memorySharedStore } from './memory/memorySharedStore.js'
export { memoryUserDirectory } from './memory/memoryUserDirectory.js'
export type { User, UserDirectory, UserFilter } from './people/userDirectory.js'
export {
  decideVote,
  type VoteDecision,
  type VoteRefusal,
  type VoteRequest,
  type VoterFacts,
} from './poll/decideVote.js'
export type { Poll, PollOption, PollState, VotingRules } from './poll/poll.js'
export {
  createPollBox,
  memoryPollVotes,
  type PollBox,
  type PollBoxOutcome,
  type PollBoxWorld,
  type PollGuest,
  type PollVote,
  type PollVotes,
} from './poll/pollBox.js'
export { type CountedVotes, type PollResult, type PollResults, pollResults } from './poll/pollResults.js'
export { tokenInCookie, voteCookieAge, voteCookieName } from './poll/voter.js'
export { anonymous, type Caller, type Member } from './security/caller.js'
export type { PermissionMap, RoleGrant, SitePermissions } from './security/permissions.js'
export { permission } from './security/stockPermissions.js'
export type { Extensions } from './site/admin/assemble.js'
export type { LoginDoor } from './site/admin/authenticate.js'
export type { TypeInformation } from './site/admin/typeChoices.js'
export { asOwner } from './site/asOwner.js'
export { createSite, type Site } from './site/createSite.js'
export type { FileAnswer } from './site/operations/getFile.js'
export type { WaitingWork } from './site/operations/listWorklists.js'
export type { GetStateInput } from './site/operations/workflowFacts.js'
export type { AnswerOf, InputOf, OperationName } from './site/operations.js'
export type { ImportOptions, ImportReport } from './site/programme/programmePlanning.js'
export type { Memoizing, ReadUpload, World } from './site/run/environment.js'
export type { LanguageSettings, Wording } from './site/run/languageSettings.js'
export type { Batch, Listing, ListingInput, OperationRequest } from './site/run/operation.js'
export { conflictingPermissions } from './workflow/conflicts.js'
export type {
  Expression,
  ExpressionContext,
  Guard,
  Transition,
  WorkflowDefinition,
  WorkflowState,
  WorkflowVariable,
  Worklist,
} from './workflow/definition.js'
export { graphvizOf, mermaidOf } from './workflow/graph.js'
export { shippedWorkflows } from './workflow/shippedWorkflows.js'
export type { FurtherMove, MoveEvent, MoveSubscriber } from './workflow/subscriber.js'
