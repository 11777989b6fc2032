import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cycleOffences } from './cycleRule.js'
import { barrelOffences, defaultExportOffences, starExportOffences } from './exportRule.js'
import { lengthOffences, nameOffences } from './fileRule.js'
import { folderOffences, ownIndexOffences, schedulingOffences, topLevelOffences } from './folderRule.js'
import { headlessOffences, participleNames, phraseOffences, titleOffences } from './languageRule.js'
import { circlesOf, layeringOf, layeringTable } from './layering.js'
import { type Offence, wordOffence } from './offence.js'
import { packageOffences } from './packageRule.js'
import { entryPointsOfCore, isTest } from './places.js'
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

const listIn = (path: string) => JSON.parse(readFileSync(join(import.meta.dirname, '../..', path), 'utf8'))

function expectNone(offences: readonly Offence[]): void {
  expect(offences.map(wordOffence)).toEqual([])
}

describe('the sources', () => {
  it('include the packages, the tools and the settings next to them', () => {
    expect(sources.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        'jest.config.ts',
        'packages/core/src/foundation/messages.ts',
        'tools/architecture/packageRule.ts',
      ]),
    )
  })
})

describe('dependencies', () => {
  it('between packages lead from the server to adapters and stores, and from those to core', () =>
    expectNone(packageOffences(sources)))

  it('between folders of core follow its layers, and features are independent', () =>
    expectNone(folderOffences(sources)))

  it('of polls, workflows, events and histories include no scheduler', () => expectNone(schedulingOffences(sources)))

  it('never lead to the index of the same package', () => expectNone(ownIndexOffences(sources)))

  it('form no cycle at run time', () => expectNone(cycleOffences(sources)))

  it('of core are its own files: no clock, no randomness, no platform, no package', () =>
    expectNone(purityOffences(sources)))
})

describe('exports', () => {
  it('are named, never a default', () => expectNone(defaultExportOffences(sources)))

  it('are listed, never a star', () => expectNone(starExportOffences(sources)))

  it('of other files appear only in the index of a package', () => expectNone(barrelOffences(sources)))
})

describe('files', () => {
  it('of core are in its folders', () => expectNone(topLevelOffences(sources)))

  it('are short enough to read without a break', () => expectNone(lengthOffences(sources)))

  it('and folders are named after their content', () => expectNone(nameOffences(texts)))

  it('to be published contain no open tasks', () => expectNone(unfinishedOffences(sources)))

  it('contain no path of a machine and no package registry', () => expectNone(machineOffences(texts)))

  it('refer to rules that exist in docs/', () => {
    const others = sources.filter(({ path }) => !path.startsWith('tools/architecture/referenceRule'))
    expectNone(referenceOffences(others, texts))
  })
})

describe('language (CONTRIBUTING, Language)', () => {
  const code = texts.filter(({ path }) => /\.(?:tsx?|mjs)$/.test(path) && !path.endsWith('languageRule.test.ts'))
  const scripts = texts.filter(({ path }) => /^(?:bench|tools)\/.+\.mjs$/.test(path)).map(parseSource)
  const documents = texts.filter(({ path }) => /^(?:docs\/.+|[A-Z]+)\.md$/.test(path) && path !== 'CHANGELOG.md')

  it('begins comments with their subject', () => expectNone(headlessOffences(code)))

  it('uses the common term instead of a paraphrase (docs/phrases.json)', () =>
    expectNone(phraseOffences([...code, ...documents], listIn('docs/phrases.json'))))

  it('uses the common term in titles of tests', () => expectNone(titleOffences(sources, listIn('docs/phrases.json'))))

  it('names declarations by nouns; the list of bare participles only shrinks', () => {
    const names = participleNames([...sources, ...scripts]).map(({ name }) => name)
    expect([...new Set(names)].sort()).toEqual(listIn('tools/architecture/participles.json'))
  })
})

describe('layers', () => {
  const product = sources.filter(({ path }) => path.startsWith('packages/') && !isTest(path))

  it.each([
    ['express-adapter', 10, 0],
    ['sql-store', 8, 0],
    ['core', 8, 0],
  ])('of %s have at most %i floors, and %i imports that run back up', (name, floors, backUp) => {
    const layering = layeringOf(`packages/${name}/src`, product)
    expect(layering.backUp.slice(backUp)).toEqual([])
    expect(layering.floors).toBeLessThanOrEqual(floors)
  })

  it.each(['express-adapter', 'sql-store'])('of %s have at most 14 loose files in a folder', name => {
    const paths = product.map(({ path }) => path).filter(path => path.startsWith(`packages/${name}/src/`))
    const folders = paths.map(path => path.slice(0, path.lastIndexOf('/')))
    const isFull = (folder: string) => folders.filter(other => other === folder).length > 14
    expect([...new Set(folders)].filter(isFull)).toEqual([])
  })

  it('form at most 3 circles of files, types included', () => expect(circlesOf(product).slice(3)).toEqual([]))

  // The table is printed only by `npm run architecture`, not in the output of all tests.
  afterAll(() => {
    if (process.env.npm_lifecycle_event === 'architecture') process.stdout.write(`\n${layeringTable(product)}\n`)
  })
})

// A change of these exports affects the code that uses them. To accept the change, run `npm run architecture -- -u`,
// then `npm run format`.
describe('public exports', () => {
  it.each(entryPointsOfCore)('of core are available from one entry point only: %s', entryPoint => {
    const others = ['core', ...entryPointsOfCore.filter(other => other !== entryPoint).map(other => `core/${other}`)]
    const elsewhere = new Set(others.flatMap(name => publicExportsOf(name, sources)))
    expect(publicExportsOf(`core/${entryPoint}`, sources).filter(name => elsewhere.has(name))).toEqual([])
  })

  it('of core/answers', () => {
    expect(publicExportsOf('core/answers', sources)).toMatchInlineSnapshot(`
[
  "type ActionLink",
  "type ActionsPayload",
  "type AddableType",
  "type AddonsPayload",
  "type AliasItem",
  "type AliasesPayload",
  "type AttemptPayload",
  "type BatchLinks",
  "type Batched",
  "type BenefitRowPayload",
  "type BlockTypeCounts",
  "type BlockTypeUses",
  "type BreadcrumbsPayload",
  "type ByRelation",
  "type ChainEntry",
  "type ChangeItem",
  "type ChangesPayload",
  "type ChosenTerm",
  "type ComponentLink",
  "type ComponentPayloads",
  "type ConflictingObject",
  "type ConflictingSlot",
  "type ContentKeys",
  "type ContentOptions",
  "type ContentPayload",
  "type ContextNavigationItem",
  "type ContextNavigationPayload",
  "type Counters",
  "type DatabasePayload",
  "type DefinedTransition",
  "type DefinedWorkflow",
  "type DeliveriesPayload",
  "type DeliveryPayload",
  "type DifferencePiece",
  "type DifferencesPayload",
  "type EventFields",
  "type EventRowPayload",
  "type EventSummaryKeys",
  "type ExplainedBlocker",
  "type ExportedPoll",
  "type ExportedVotes",
  "type FailedAliases",
  "type FieldDifference",
  "type FileValue",
  "type FormFieldset",
  "type FormProperty",
  "type FormSchema",
  "type FunctionStatus",
  "type GridPlace",
  "type GroupPayload",
  "type GroupSummary",
  "type HistoryActor",
  "type HistoryEntry",
  "type ImageScale",
  "type ImageValue",
  "type InheritPayload",
  "type InheritedValues",
  "type InvalidationPayload",
  "type LightningTalk",
  "type LinkBreach",
  "type ListedItem",
  "type ListedPlan",
  "type ListingPayload",
  "type LockPayload",
  "type LoginOptionsPayload",
  "type Membership",
  "type MemoizeStatus",
  "type NavigationItem",
  "type NavigationPayload",
  "type NavrootPayload",
  "type PanelLink",
  "type PanelPayload",
  "type ParentSummary",
  "type PendingWorklist",
  "type PlacedProperty",
  "type PlannedTransition",
  "type PollDatesPayload",
  "type PollFields",
  "type PollOption",
  "type PollPayload",
  "type PollResult",
  "type PollState",
  "type PresenterActivity",
  "type PresenterFields",
  "type PreviewedObject",
  "type PreviewedRefusal",
  "type PrincipalsPayload",
  "type ProgrammeDay",
  "type QueryFormPayload",
  "type QueryIndex",
  "type QueryOperator",
  "type ReferringObject",
  "type Refusal",
  "type RefusalBlocker",
  "type RefusalPayload",
  "type RefusedField",
  "type RelationPair",
  "type RelationsOfName",
  "type RelationsPayload",
  "type RelocatedObject",
  "type ResultsGraph",
  "type RevertPayload",
  "type RichTextValue",
  "type RolePayload",
  "type RoleSetting",
  "type Route",
  "type ScheduleConflict",
  "type ScheduleConflictsPayload",
  "type SchedulePayload",
  "type ServerStatus",
  "type SessionFields",
  "type SettingsStatus",
  "type SharedRole",
  "type SharingEntry",
  "type SharingPayload",
  "type SitePayload",
  "type Slot",
  "type SocialLink",
  "type SponsorBenefit",
  "type SponsorFields",
  "type SponsorLevel",
  "type SponsorsPayload",
  "type StateName",
  "type StockFields",
  "type Summary",
  "type SummaryImage",
  "type SummaryKeys",
  "type SummaryMetadata",
  "type SystemPayload",
  "type TargetLink",
  "type TitledLink",
  "type TitledRecord",
  "type TitledTerm",
  "type TokenPayload",
  "type TransitionEntry",
  "type TransitionLink",
  "type TransitionPayload",
  "type TransitionPreview",
  "type TransitionRecord",
  "type TypeSchemaPayload",
  "type UpgradePayload",
  "type UserPayload",
  "type UsersPayload",
  "type VersionEntry",
  "type VocabularyLink",
  "type WebhookPayload",
  "type WebhooksPayload",
  "type WorkflowDefinitionsPayload",
  "type WorkflowPayload",
  "type WorkflowPlansPayload",
  "type WorklistsPayload",
]
`)
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
  "type PollBoxOptions",
  "type PollBoxOutcome",
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
  "type AliasResult",
  "type Attempt",
  "type Ballot",
  "type BallotBox",
  "type Ballots",
  "type CastOutcome",
  "type CatalogEntry",
  "type CatalogQuery",
  "type CatalogReader",
  "type CatalogUpdate",
  "type Change",
  "type ChangeEvent",
  "type ChangeSteps",
  "type ClearedBallots",
  "type Commit",
  "type Condition",
  "type ContainerOrder",
  "type ContentNode",
  "type ContentReader",
  "type ContentStore",
  "type Delivery",
  "type DeliveryPage",
  "type DeliveryQuery",
  "type DeliveryState",
  "type EndedLogins",
  "type EntryUpdate",
  "type EventKind",
  "type EventObject",
  "type EventOrigin",
  "type EventQuery",
  "type EventRetention",
  "type EventTransition",
  "type ExpectedEntry",
  "type ExpectedOverlaps",
  "type FeedState",
  "type FieldValues",
  "type FileBytes",
  "type FilePiece",
  "type FileReader",
  "type FileTotal",
  "type FillingObject",
  "type FillingPart",
  "type Group",
  "type HistoryReader",
  "type Holders",
  "type IndexValue",
  "type Indexed",
  "type Indexes",
  "type IssuedLogin",
  "type Lock",
  "type LockChange",
  "type LoginEnd",
  "type LoginOriginUse",
  "type LruCache",
  "type MarkedEvent",
  "type Neighbours",
  "type NewAlias",
  "type NewEvent",
  "type NodeCreation",
  "type NodeUpdate",
  "type ObjectReader",
  "type ObjectRevision",
  "type OpenResult",
  "type OverlapQuery",
  "type Part",
  "type PartCounts",
  "type PartKind",
  "type PartOf",
  "type Parts",
  "type PasswordReset",
  "type PeopleChange",
  "type PeopleSnapshot",
  "type PollReader",
  "type Portrait",
  "type Principals",
  "type ReadPiece",
  "type RemovedAlias",
  "type Renaming",
  "type ReplacedBallots",
  "type RewrittenObject",
  "type ScanResult",
  "type SearchHit",
  "type SearchResult",
  "type SearchWords",
  "type Sort",
  "type StoreDefect",
  "type StoreFacts",
  "type StoreState",
  "type StoredAlias",
  "type StoredFile",
  "type StoredHistory",
  "type StoredObject",
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
  "type Webhook",
  "type WebhookChange",
  "type WebhookStore",
  "type WholeChange",
  "type WholeReader",
  "type WholeStore",
  "type WorkflowRecord",
  "activeLock",
  "addVote",
  "administrativeKinds",
  "allParts",
  "changeSteps",
  "clearVotes",
  "createLruCache",
  "eventKinds",
  "filePart",
  "filePieceSize",
  "filesIn",
  "fold",
  "hasEnded",
  "idOfPath",
  "isAtOrBelow",
  "joinPath",
  "matchesQuery",
  "maxEnded",
  "maxEndedLogins",
  "noEndedLogins",
  "noVotes",
  "parentPath",
  "partKinds",
  "pathsAbove",
  "readWholeFile",
  "replaceVotes",
  "sameObjects",
  "voterKey",
  "voterOfKey",
  "withMonotonicTimes",
]
`)
  })

  it('of core/schedule', () => {
    expect(publicExportsOf('core/schedule', sources)).toMatchInlineSnapshot(`
[
  "type Conflict",
  "type ConflictLimits",
  "type ConflictSlot",
  "type LayoutRoom",
  "type LayoutSlot",
  "type PlacedSlot",
  "type ScheduleDay",
  "type TimeSpan",
  "findConflicts",
  "layoutSchedule",
]
`)
  })

  it('of core/workflow', () => {
    expect(publicExportsOf('core/workflow', sources)).toMatchInlineSnapshot(`
[
  "type ExplainedTransition",
  "type Expression",
  "type ExpressionContext",
  "type FollowUpTransition",
  "type Guard",
  "type GuardPart",
  "type KnownNames",
  "type Scheduled",
  "type Transition",
  "type TransitionBlocker",
  "type TransitionContext",
  "type TransitionDecision",
  "type TransitionEvent",
  "type TransitionOutcome",
  "type TransitionRequest",
  "type TransitionSubscriber",
  "type WorkflowDefinition",
  "type WorkflowModel",
  "type WorkflowState",
  "type WorkflowVariable",
  "type Workflows",
  "type Worklist",
  "attemptTransition",
  "availableTransitions",
  "blockerMessage",
  "chainOf",
  "claimantsOf",
  "conflictingPermissions",
  "createWorkflows",
  "currentState",
  "defaultHistoryGuard",
  "explainTransitions",
  "graphvizOf",
  "hasTimers",
  "isBlocked",
  "isTimed",
  "mermaidOf",
  "primaryOf",
  "problemsOfChains",
  "problemsOfWorkflow",
  "scheduledTransitions",
  "sharedTransitions",
  "shippedExpressions",
  "shippedWorkflows",
  "shortestPath",
  "startWorkflows",
  "stateOf",
  "transitionsByOwner",
  "triggerTime",
]
`)
  })

  it('of core', () => {
    expect(publicExportsOf('core', sources)).toMatchInlineSnapshot(`
[
  "type AnswerCache",
  "type AnswerCounts",
  "type AnswerMetadata",
  "type AnswerOf",
  "type Batch",
  "type Behavior",
  "type Caller",
  "type Catalog",
  "type ChangesOptions",
  "type ChooseBehaviors",
  "type ComponentName",
  "type ContentImport",
  "type ContentType",
  "type Credentials",
  "type CsvColumns",
  "type CsvInput",
  "type CsvRow",
  "DomainError",
  "type ErrorCode",
  "type ErrorDetails",
  "type ExamineOptions",
  "type Expansion",
  "type Extensions",
  "type FairQueue",
  "type Feed",
  "type FeedItem",
  "type FeedTarget",
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
  "type KnownOrigins",
  "type Language",
  "type LanguageSettings",
  "type Listing",
  "type ListingInput",
  "type ListingUrl",
  "type Location",
  "type LoginFailures",
  "type LoginLimiter",
  "type LoginLimitsOptions",
  "type LoginOrigin",
  "type LoginSource",
  "type Mail",
  "type Mailer",
  "type Member",
  "type Memoizing",
  "type MemoryStore",
  "type Message",
  "type MinuteCount",
  "type MinuteCounts",
  "type MinuteTotal",
  "ModelError",
  "type NameAndPassword",
  "type NegotiatedLanguage",
  "type NewsEntry",
  "type ObjectCounts",
  "type OperationName",
  "type OperationRequest",
  "type OutgoingBody",
  "type OutgoingMessage",
  "type OutgoingObject",
  "type OutgoingSite",
  "type OutgoingType",
  "type Page",
  "type PageAnswers",
  "type PageBodies",
  "type PageOf",
  "type PageParts",
  "type PageSubject",
  "type PageView",
  "type PermissionMap",
  "type PermitRequest",
  "type Platform",
  "type Preparation",
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
  "type RegistrationLimit",
  "type Release",
  "type Resource",
  "type RoleGrant",
  "type RouteView",
  "type SavedNote",
  "type Scheduler",
  "type SchedulerOptions",
  "type SearchParameter",
  "type SearchParameters",
  "type Semaphore",
  "type SemaphoreCounts",
  "type SemaphoreOptions",
  "type Site",
  "type SiteCopy",
  "type SiteMap",
  "type SitePermissions",
  "type SiteState",
  "type Task",
  "type Term",
  "type TimeSlice",
  "type TokenClaims",
  "type TokenKey",
  "type Tokens",
  "type Translate",
  "type Translation",
  "type TypeChoice",
  "type TypeInformation",
  "type TypeLosses",
  "type Upload",
  "type VirtualHost",
  "type Vocabulary",
  "type VocabularySource",
  "type WebhookQueue",
  "type WorkflowContribution",
  "abandoned",
  "addressOf",
  "aliasColumns",
  "allValues",
  "anonymous",
  "asOwner",
  "asText",
  "componentNames",
  "createAnswerCache",
  "createFairQueue",
  "createScheduler",
  "createSemaphore",
  "createSite",
  "csvText",
  "defaultLoginFailures",
  "dublinCore",
  "english",
  "firstValue",
  "fixedVocabulary",
  "formatInstant",
  "fullObject",
  "isExternalTarget",
  "isHost",
  "isInPoll",
  "isJsonObject",
  "isNotice",
  "isRepairable",
  "isTimeZone",
  "isUserId",
  "languageNegotiator",
  "languageResolver",
  "localTimeIn",
  "locate",
  "loginLimits",
  "maxLevels",
  "memoryContentStore",
  "memoryStore",
  "memoryUserDirectory",
  "message",
  "minuteCounts",
  "namesVirtualHost",
  "notModified",
  "nowhere",
  "pageSubjects",
  "parseInstant",
  "parseJson",
  "permission",
  "postponed",
  "presentListing",
  "presentPage",
  "problemOfPassword",
  "problemsOfCatalog",
  "pythonRepr",
  "queryInputs",
  "readBatch",
  "readComponentParameters",
  "readFlag",
  "readPaging",
  "readQuery",
  "readVirtualHost",
  "registrationLimit",
  "rolesAllowed",
  "rootPath",
  "shippedPermissions",
  "shippedRoles",
  "sortedHolderNames",
  "translateEnglish",
  "translator",
  "uploadedFiles",
  "urlOf",
  "userColumns",
  "wallClockIn",
  "withMembers",
  "withOnly",
  "withoutTrailing",
  "writeJson",
  "writeJsonOnce",
  "writeQuery",
]
`)
  })

  it('of express-adapter', () => {
    expect(publicExportsOf('express-adapter', sources)).toMatchInlineSnapshot(`
[
  "type AnswerBudget",
  "type AnswerBudgetCounts",
  "type ApiRequest",
  "type AppOptions",
  "type CachedAnswers",
  "type Connections",
  "type LargeBody",
  "type LargeBodyLimits",
  "type OnRequest",
  "type Reply",
  "type RequestFacts",
  "type Route",
  "type RouterOptions",
  "type ServerOptions",
  "type VisitorSites",
  "cacheAnswers",
  "createAnswerBudget",
  "createApp",
  "createRouter",
  "createServer",
  "drainConnections",
  "factsOf",
  "feedRoutes",
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
  "type BlobFacts",
  "type ExportFiles",
  "type ExportNote",
  "type ExportNoteKind",
  "type ExportedFile",
  "type PloneExport",
  "type PloneExportOptions",
  "type SharedFileName",
  "Unreadable",
  "incomingExport",
  "ploneExport",
  "translateFinding",
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
  "type ParsedHtml",
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
  "type RoundTripService",
  "type Runner",
  "type RunningServer",
  "type SendRequest",
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
  "copiesPreserveTheSite",
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
  "exchangePreservesTheSite",
  "exportDifferences",
  "faultySharedStore",
  "findInHtml",
  "findRedisServer",
  "formSenders",
  "formTokenIn",
  "freePort",
  "freshDatabases",
  "freshStores",
  "gatedFunction",
  "guardedSite",
  "httpClient",
  "importPreservesTheExport",
  "isAlive",
  "isHarmlessAddress",
  "iterationsUntil",
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
  "pngHeader",
  "pollClient",
  "pollsFollowTheModel",
  "populate",
  "programsIn",
  "publishedRecords",
  "queryRedis",
  "readEverything",
  "readPlainPage",
  "refusalOf",
  "remoteStoreSuite",
  "replicating",
  "roundTripSuite",
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
  "slice",
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
  "uidFor",
  "userDirectorySuite",
  "voteCookie",
  "votingClient",
  "webhookStoreSuite",
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
