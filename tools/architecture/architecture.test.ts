import { join } from 'node:path'
import { cycleOffences } from './cycleRule.js'
import { barrelOffences, defaultExportOffences, starExportOffences } from './exportRule.js'
import { lengthOffences, nameOffences } from './fileRule.js'
import { folderOffences, ownIndexOffences, topLevelOffences } from './folderRule.js'
import { type Offence, wordOffence } from './offence.js'
import { packageOffences } from './packageRule.js'
import { doorsOfCore } from './places.js'
import { publicExportsOf } from './publicExports.js'
import { purityOffences } from './purityRule.js'
import { readRepository } from './readRepository.js'
import { referenceOffences } from './referenceRule.js'
import { parseSource } from './sourceFile.js'
import { machineOffences, unfinishedOffences } from './textRule.js'

const texts = readRepository(join(import.meta.dirname, '../..'))
const sources = texts
  .filter(({ path }) => /^(?:packages\/[^/]+\/(?:src|test)\/.+|tools\/.+|[^/]+)\.tsx?$/.test(path))
  .map(parseSource)

function expectNone(offences: readonly Offence[]): void {
  expect(offences.map(wordOffence)).toEqual([])
}

describe('the sources', () => {
  it('are those of the packages, and the tools and settings beside them', () => {
    expect(sources.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        'jest.config.ts',
        'packages/core/src/foundation/domainError.ts',
        'tools/architecture/packageRule.ts',
      ]),
    )
  })
})

describe('dependencies', () => {
  it('between packages: the server knows all, adapters and stores know core, core knows none', () =>
    expectNone(packageOffences(sources)))

  it('between folders of core follow its layers, and no feature knows another', () =>
    expectNone(folderOffences(sources)))

  it('never lead to the index of the own package', () => expectNone(ownIndexOffences(sources)))

  it('form no cycle at run time', () => expectNone(cycleOffences(sources)))

  it('of core are its own files: no clock, no randomness, no machine, no package', () =>
    expectNone(purityOffences(sources)))
})

describe('exports', () => {
  it('have names, none is a default', () => expectNone(defaultExportOffences(sources)))

  it('are listed, none is a star', () => expectNone(starExportOffences(sources)))

  it('of other files are handed on by the index of a package only', () => expectNone(barrelOffences(sources)))
})

describe('files', () => {
  it('of core stand in its folders', () => expectNone(topLevelOffences(sources)))

  it('can be read in one go', () => expectNone(lengthOffences(sources)))

  it('and folders are named after what is in them', () => expectNone(nameOffences(texts)))

  it('that are published leave nothing to do', () => expectNone(unfinishedOffences(sources)))

  it('name no path of a machine and no package registry', () => expectNone(machineOffences(texts)))

  it('name rules that stand in docs/', () => {
    const others = sources.filter(({ path }) => !path.startsWith('tools/architecture/referenceRule'))
    expectNone(referenceOffences(others, texts))
  })
})

// A change here is a change of what others build on. To accept it: `npm run architecture -- -u`, then `npm run format`.
describe('public exports', () => {
  it.each(doorsOfCore)('of core stand behind one door each: %s', door => {
    const others = ['core', ...doorsOfCore.filter(other => other !== door).map(other => `core/${other}`)]
    const elsewhere = new Set(others.flatMap(name => publicExportsOf(name, sources)))
    expect(publicExportsOf(`core/${door}`, sources).filter(name => elsewhere.has(name))).toEqual([])
  })

  it('of core/history', () => {
    expect(publicExportsOf('core/history', sources)).toMatchInlineSnapshot(`
[
  "type HistoryItem",
  "type HistoryParts",
  "actorOf",
  "mergeHistory",
]
`)
  })

  it('of core/memoize', () => {
    expect(publicExportsOf('core/memoize', sources)).toMatchInlineSnapshot(`
[
  "type Address",
  "type Invalidation",
  "type MemoizeLog",
  "type MemoizeOptions",
  "type MemoizeSettings",
  "type Memoized",
  "type Memoizer",
  "type MemoizerOptions",
  "type MemorySharedStoreOptions",
  "type RamLimits",
  "type ReadMemoizeSettings",
  "type ServerDescription",
  "type SharedOptions",
  "type SharedStore",
  "type StoreFault",
  "type StoreInvalidation",
  "type StorePing",
  "type StoreRead",
  "type StoreWrite",
  "type StoredValue",
  "type Unavailable",
  "type ValueCodec",
  "type VariableProblem",
  "createMemoizer",
  "defaultMemoizeSettings",
  "dontCache",
  "memoizeVariables",
  "memorySharedStore",
  "readMemoizeSettings",
]
`)
  })

  it('of core/polls', () => {
    expect(publicExportsOf('core/polls', sources)).toMatchInlineSnapshot(`
[
  "type CountedVotes",
  "type Poll",
  "type PollBox",
  "type PollBoxOutcome",
  "type PollBoxWorld",
  "type PollGuest",
  "type PollResults",
  "type PollSketch",
  "type PollVote",
  "type PollVotes",
  "type VoteDecision",
  "type VoteLimit",
  "type VoteRefusal",
  "type VoteRequest",
  "type VoterFacts",
  "type VotingRules",
  "createPollBox",
  "decideVote",
  "memoryPollVotes",
  "newPoll",
  "pollResults",
  "tokenInCookie",
  "voteCookieAge",
  "voteCookieName",
  "voteLimit",
]
`)
  })

  it('of core/ports', () => {
    expect(publicExportsOf('core/ports', sources)).toMatchInlineSnapshot(`
[
  "type Account",
  "type Alias",
  "type AliasQuery",
  "type AliasesFound",
  "type Ballot",
  "type BallotBox",
  "type Ballots",
  "type CastOutcome",
  "type CatalogEntry",
  "type CatalogQuery",
  "type CatalogUpdate",
  "type Change",
  "type ClearedBallots",
  "type Commit",
  "type Condition",
  "type ContainerOrder",
  "type ContentNode",
  "type ContentReader",
  "type ContentStore",
  "type EndedLogins",
  "type EntryUpdate",
  "type ExpectedEntry",
  "type FieldValues",
  "type FileBytes",
  "type FilePiece",
  "type FileTotal",
  "type FillingObject",
  "type FillingPart",
  "type Found",
  "type FoundEntry",
  "type Group",
  "type Holders",
  "type IndexValue",
  "type Indexed",
  "type Indexes",
  "type IssuedLogin",
  "type KeptAlias",
  "type KeptHistory",
  "type KeptObject",
  "type KnownPeople",
  "type Lock",
  "type LockChange",
  "type LoginEnd",
  "type LoginPlaceUse",
  "type LruCache",
  "type Neighbours",
  "type NewAlias",
  "type NodeCreation",
  "type NodeUpdate",
  "type Opened",
  "type Part",
  "type PartCounts",
  "type PartKind",
  "type PartOf",
  "type Parts",
  "type PasswordReset",
  "type PeopleChange",
  "type Portrait",
  "type Principals",
  "type ReadPiece",
  "type RemovedAlias",
  "type Renaming",
  "type ReplacedBallots",
  "type Scanned",
  "type SearchWords",
  "type Sort",
  "type StoreDefect",
  "type StoreFacts",
  "type StoreState",
  "type StoredFile",
  "type StoredVersion",
  "type Tally",
  "type TextQuery",
  "type User",
  "type UserDirectory",
  "type UserFilter",
  "type VariableValue",
  "type VariableValues",
  "type VersionMeta",
  "type VersionNote",
  "type Voter",
  "type WholeChange",
  "type WholeReader",
  "type WholeStore",
  "type WorkflowRecord",
  "activeLock",
  "allParts",
  "clearedVotes",
  "createLruCache",
  "filePart",
  "filePieceSize",
  "filesIn",
  "fold",
  "hasEnded",
  "idOfPath",
  "isAtOrBelow",
  "joinPath",
  "matchesQuery",
  "mostEndedLogins",
  "neverEarlier",
  "noEndedLogins",
  "noVotes",
  "parentPath",
  "partKinds",
  "pathsAbove",
  "replacedVotes",
  "voterKey",
  "voterOfKey",
  "wholeFile",
  "withVote",
]
`)
  })

  it('of core/schedule', () => {
    expect(publicExportsOf('core/schedule', sources)).toMatchInlineSnapshot(`
[
  "type LayoutRoom",
  "type LayoutSlot",
  "type PlacedSlot",
  "type ScheduleDay",
  "layoutSchedule",
]
`)
  })

  it('of core/workflow', () => {
    expect(publicExportsOf('core/workflow', sources)).toMatchInlineSnapshot(`
[
  "type Expression",
  "type ExpressionContext",
  "type FurtherMove",
  "type Guard",
  "type KnownNames",
  "type MoveContext",
  "type MoveDecision",
  "type MoveEvent",
  "type MoveOutcome",
  "type MoveRequest",
  "type MoveSubscriber",
  "type Transition",
  "type WorkflowDefinition",
  "type WorkflowModel",
  "type WorkflowState",
  "type WorkflowVariable",
  "type Workflows",
  "type Worklist",
  "availableTransitions",
  "chainOf",
  "claimantsOf",
  "conflictingPermissions",
  "createWorkflows",
  "currentState",
  "decideMove",
  "defaultHistoryGuard",
  "enterWorkflows",
  "graphvizOf",
  "mermaidOf",
  "primaryOf",
  "problemsOfChains",
  "problemsOfWorkflow",
  "sharedTransitions",
  "shippedWorkflows",
  "shortestWay",
  "transitionsByOwner",
]
`)
  })

  it('of core', () => {
    expect(publicExportsOf('core', sources)).toMatchInlineSnapshot(`
[
  "type AnswerCache",
  "type AnswerCounts",
  "type AnswerOf",
  "type Batch",
  "type Behavior",
  "type Caller",
  "type Catalog",
  "type ChooseBehaviors",
  "type ComponentName",
  "type ContentImport",
  "type ContentType",
  "type Counted",
  "type Credentials",
  "DomainError",
  "type ErrorCode",
  "type ErrorDetails",
  "type ExamineOptions",
  "type Expansion",
  "type Extensions",
  "type FairLine",
  "type Field",
  "type FieldProblem",
  "type FileAnswer",
  "type FileDigest",
  "type FilePart",
  "type Finding",
  "type FindingKind",
  "type FindingWeight",
  "type GetStateInput",
  "type HtmlPage",
  "type HtmlPages",
  "type HtmlRenderer",
  "type ImageToScale",
  "type ImportCounts",
  "type ImportOptions",
  "type ImportOutcome",
  "type ImportReport",
  "type ImportStep",
  "type IncomingAddress",
  "type IncomingBody",
  "type IncomingFinding",
  "type IncomingFindingKind",
  "type IncomingObject",
  "type IncomingReading",
  "type IncomingRecord",
  "type IncomingSite",
  "type IncomingVersion",
  "type Indexer",
  "type InputOf",
  "type Instant",
  "type JsonObject",
  "type JsonValue",
  "type KnownAnswer",
  "type Language",
  "type LanguageSettings",
  "type ListedAt",
  "type Listing",
  "type ListingInput",
  "type Location",
  "type LoginDoor",
  "type LoginFailures",
  "type LoginLimitsWorld",
  "type LoginPlace",
  "type LoginPlaces",
  "type LoginSource",
  "type Mail",
  "type Mailer",
  "type Member",
  "type Memoizing",
  "type MemoryStore",
  "type Message",
  "type MinuteCount",
  "type MinuteCounts",
  "ModelError",
  "type NameAndPassword",
  "type NewsEntry",
  "type ObjectCounts",
  "type OperationName",
  "type OperationRequest",
  "type OutgoingBody",
  "type OutgoingObject",
  "type OutgoingSite",
  "type OutgoingType",
  "type Page",
  "type PageParts",
  "type PageView",
  "type PermissionMap",
  "type PlaceCounts",
  "type Places",
  "type PlacesOptions",
  "type Programme",
  "type ProgrammePerson",
  "type ProgrammeSession",
  "type PublishedNews",
  "type PublishedPerson",
  "type PublishedProgramme",
  "type PublishedRoom",
  "type PublishedSlot",
  "type QueryParameters",
  "type ReadUpload",
  "type Release",
  "type Resource",
  "type RoleGrant",
  "type SavedNote",
  "type SearchParameter",
  "type SearchParameters",
  "type Site",
  "type SiteCopy",
  "type SiteMap",
  "type SitePermissions",
  "type SiteState",
  "type SpokenLanguage",
  "type Term",
  "type TokenClaims",
  "type TokenKey",
  "type Tokens",
  "type Translate",
  "type Turn",
  "type Turns",
  "type TurnsOptions",
  "type TypeChoice",
  "type TypeInformation",
  "type TypeLosses",
  "type Upload",
  "type Vocabulary",
  "type VocabularySource",
  "type Waiting",
  "type WaitingWork",
  "type Wording",
  "type Work",
  "type WorkflowContribution",
  "type World",
  "abandoned",
  "addressOf",
  "anonymous",
  "asOwner",
  "asText",
  "componentNames",
  "createAnswerCache",
  "createFairLine",
  "createPlaces",
  "createSite",
  "createTurns",
  "dublinCore",
  "english",
  "fixedVocabulary",
  "formatInstant",
  "holderNames",
  "isForeignTarget",
  "isInPoll",
  "isJsonObject",
  "isNotice",
  "isRepairable",
  "isTimeZone",
  "isUserId",
  "languageChooser",
  "languageSpeaker",
  "locate",
  "loginLimits",
  "maxLevels",
  "memoryContentStore",
  "memoryStore",
  "memoryUserDirectory",
  "message",
  "minuteCounts",
  "nestParameters",
  "nestedQuery",
  "notModified",
  "nowhere",
  "parseInstant",
  "parseJson",
  "permission",
  "postponed",
  "presentListing",
  "presentPage",
  "problemOfPassword",
  "problemsOfCatalog",
  "pythonRepr",
  "readBatch",
  "readFlag",
  "readQuery",
  "rootPath",
  "sentFiles",
  "translator",
  "urlOf",
  "usualLoginFailures",
  "wallClockIn",
  "wholeOf",
  "withMembers",
  "withOnly",
  "withoutTrailing",
  "wordInEnglish",
  "writeJson",
  "writeJsonOnce",
  "writeQuery",
]
`)
  })

  it('of express-adapter', () => {
    expect(publicExportsOf('express-adapter', sources)).toMatchInlineSnapshot(`
[
  "type AnswerRoom",
  "type AnswerRoomCounts",
  "type ApiRequest",
  "type AppOptions",
  "type Connections",
  "type Feeds",
  "type KeptAnswers",
  "type LargeBody",
  "type LargeBodyLimits",
  "type OnRequest",
  "type Reply",
  "type RequestFacts",
  "type Route",
  "type RouterOptions",
  "type ServerOptions",
  "type VisitorSites",
  "createAnswerRoom",
  "createApp",
  "createRouter",
  "createServer",
  "drainConnections",
  "factsOf",
  "feedRoutes",
  "keepAnswers",
  "noContent",
  "ok",
  "route",
  "stopListening",
  "trackConnections",
]
`)
  })

  it('of sql-store', () => {
    expect(publicExportsOf('sql-store', sources)).toMatchInlineSnapshot(`
[
  "type Checkpoint",
  "type DatabaseProblem",
  "type PostgresStore",
  "type PostgresStoreOptions",
  "type Replica",
  "type ReplicaCounts",
  "type ReplicaOptions",
  "type ReplicaProblem",
  "type Replicas",
  "SchemaError",
  "type SchemaUpgrade",
  "type SqlValue",
  "type SqliteDatabase",
  "type SqliteStatement",
  "type SqliteStore",
  "type SqliteStoreOptions",
  "type StoreCounts",
  "databaseProblem",
  "olderSchema",
  "postgresHoldsSite",
  "postgresStore",
  "sqliteStore",
]
`)
  })

  it('of server', () => {
    expect(publicExportsOf('server', sources)).toMatchInlineSnapshot(`
[
  "type LargeBodies",
  "type OpenedMemoizer",
  "openCheckpoint",
  "openConnection",
  "openLargeBodies",
  "openMemoizer",
  "shippedCatalogs",
]
`)
  })

  it('of plone-exchange', () => {
    expect(publicExportsOf('plone-exchange', sources)).toMatchInlineSnapshot(`
[
  "type BesideName",
  "type BlobFacts",
  "type DefaultPage",
  "type ExportFiles",
  "type ExportMetadata",
  "type ExportNote",
  "type ExportNoteKind",
  "type ExportedBlob",
  "type ExportedFile",
  "type ExportedGrant",
  "type ExportedGroup",
  "type ExportedMember",
  "type ExportedPrincipals",
  "type ExportedRelation",
  "type ExportedRoles",
  "type PloneExport",
  "type PloneExportOptions",
  "Unreadable",
  "incomingExport",
  "ploneExport",
  "wordFinding",
]
`)
  })

  it('of redis-store', () => {
    expect(publicExportsOf('redis-store', sources)).toMatchInlineSnapshot(`
[
  "type Codec",
  "type ConnectRedisOptions",
  "type CountingOptions",
  "type Master",
  "type RedisNodes",
  "type RedisStoreOptions",
  "type Send",
  "type SharingOptions",
  "connectRedis",
  "countThroughRedis",
  "exactCodec",
  "nodesOfClient",
  "nodesOfClusterClient",
  "nodesOfSentinelClient",
  "readRedisAddress",
  "redisStore",
  "shareThroughRedis",
  "v8Codec",
]
`)
  })

  it('of testkit', () => {
    expect(publicExportsOf('testkit', sources)).toMatchInlineSnapshot(`
[
  "type Ask",
  "type ComparedStore",
  "type Count",
  "type CountedFunction",
  "type Creation",
  "type Ended",
  "type Exchange",
  "type FaultyProxy",
  "type FaultyStore",
  "type FencedStores",
  "type GatedFunction",
  "type Grammar",
  "type GuardedSite",
  "type HostileReport",
  "type HtmlFound",
  "type HttpClient",
  "type InstanceOptions",
  "type Mailbox",
  "type ManualTime",
  "type MemoizeInstance",
  "type MemoizeInstances",
  "type OpenPeople",
  "type OpenStore",
  "type OpenedCounts",
  "type OpenedRemoteStore",
  "type OpenedSharedStore",
  "type PeopleClient",
  "type PloneExport",
  "type PloneObject",
  "type PollClient",
  "type PostgresServer",
  "type Program",
  "type Programs",
  "type ProxyMode",
  "type RawAnswer",
  "type RawConnection",
  "type RedisCluster",
  "type RedisServer",
  "type Runner",
  "type RunningServer",
  "type Sent",
  "type Share",
  "type SharingInstance",
  "type SlowProxy",
  "type StoreFaultKind",
  "type Stores",
  "type TestClock",
  "type TestSite",
  "type TestSiteOptions",
  "type TestUser",
  "type Voter",
  "type WorkerClient",
  "type WorkerLine",
  "type WorkersService",
  "type WorkflowClient",
  "addHostileContent",
  "addManyObjects",
  "addPublished",
  "again",
  "allOf",
  "anyText",
  "arbitraryCreations",
  "arbitraryEntry",
  "arbitraryPath",
  "arbitraryQuery",
  "arbitraryRead",
  "arbitraryTree",
  "arbitraryWideQuery",
  "askRedis",
  "ballotBoxSuite",
  "basicAuthorization",
  "buildCreation",
  "buildCreations",
  "buildEntry",
  "buildFile",
  "buildNode",
  "buildRecord",
  "buildType",
  "buildUser",
  "connectRaw",
  "contentStoreSuite",
  "copiesKeepTheSite",
  "countOf",
  "counted",
  "countedFunction",
  "countingStore",
  "cpuTimeOf",
  "createMailbox",
  "createPrograms",
  "createTestSite",
  "crowd",
  "describeRedis",
  "endWithUs",
  "eventually",
  "exchangeKeepsTheSite",
  "exportDifferences",
  "faultySharedStore",
  "findInHtml",
  "findRedisServer",
  "formSenders",
  "formTokenIn",
  "freePort",
  "freshDatabases",
  "freshStores",
  "furnish",
  "gatedFunction",
  "guardedSite",
  "httpClient",
  "importKeepsTheExport",
  "isAlive",
  "isHarmlessAddress",
  "listenOn",
  "listening",
  "manualTime",
  "memoizeInstances",
  "minuteCountSuite",
  "nameOf",
  "newVisitor",
  "panelsOf",
  "paperType",
  "password",
  "peopleClient",
  "peopleStores",
  "placesOf",
  "plainPages",
  "plainTokens",
  "ploneHash",
  "plonePage",
  "ploneRoot",
  "ploneUid",
  "pollClient",
  "pollsFollowTheModel",
  "programsIn",
  "publishedRecords",
  "readEverything",
  "readPlainPage",
  "refusalOf",
  "remoteStoreSuite",
  "replicating",
  "runOn",
  "runsOf",
  "schemaFenceSuite",
  "scriptVectors",
  "sendHostileRequests",
  "serializingCodec",
  "settingsOfWorkers",
  "sha256",
  "sharedStoreSuite",
  "sharingInstances",
  "startFaultyProxy",
  "startPostgres",
  "startRedis",
  "startRedisCluster",
  "startRedisSentinel",
  "startSlowProxy",
  "startStandby",
  "startTlsRedis",
  "startWorkers",
  "storeAnswersAsMemory",
  "storeChangesAsMemory",
  "testBase",
  "testCertificate",
  "testMember",
  "testRoles",
  "textOfPart",
  "timeBeyond",
  "tokensOf",
  "turn",
  "turnsMeanwhile",
  "uidFor",
  "userDirectorySuite",
  "voteCookie",
  "votingClient",
  "wholeStoreSuite",
  "workerClient",
  "workflowBodies",
  "workflowClient",
  "workflowsFollowTheModel",
  "writePloneExport",
]
`)
  })
})
