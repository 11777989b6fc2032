export type { Field } from './content/fields/field.js'
export type { Term, Upload } from './content/fields/reading.js'
export type { Behavior, ContentType, Indexer, WorkflowContribution } from './content/model/model.js'
export { dublinCore } from './content/model/stockBehaviors.js'
export { fixedVocabulary, type Vocabulary, type VocabularySource } from './content/model/vocabulary.js'
export { uploadedFiles } from './content/node/uploadedFiles.js'
export { nestParameters } from './content/query/nestedParameters.js'
export { nestedQuery, type QueryParameters, readQuery, withOnly, writeQuery } from './content/query/queryParameters.js'
export type { SearchParameter, SearchParameters } from './content/query/searchParameters.js'
export { isExternalTarget } from './content/store/aliases.js'
export type { FilePart } from './content/store/filePieces.js'
export type { Programme, ProgrammePerson, ProgrammeSession } from './event/programme.js'
export type {
  NewsEntry,
  PublishedNews,
  PublishedPerson,
  PublishedProgramme,
  PublishedRoom,
  PublishedSlot,
} from './event/publishedContent.js'
export { problemsOfCatalog } from './foundation/catalogProblems.js'
export { DomainError, type ErrorCode, type ErrorDetails, type FieldProblem } from './foundation/domainError.js'
export { english } from './foundation/english.js'
export { createFairQueue, type FairQueue } from './foundation/fairQueue.js'
export { formatInstant, type Instant, parseInstant } from './foundation/instants.js'
export { isJsonObject, type JsonObject, type JsonValue } from './foundation/json.js'
export { addressOf, type Location, locate, nowhere, type Resource } from './foundation/locate.js'
export {
  type Catalog,
  type Message,
  message,
  type Translate,
  translateEnglish,
  translator,
} from './foundation/messages.js'
export { ModelError } from './foundation/modelError.js'
export { maxLevels, parseJson } from './foundation/parseJson.js'
export { rootPath, urlOf } from './foundation/paths.js'
export { pythonRepr } from './foundation/pythonRepr.js'
export {
  abandoned,
  createScheduler,
  postponed,
  type Scheduler,
  type SchedulerOptions,
  type Task,
  type TimeSlice,
} from './foundation/scheduler.js'
export {
  createSemaphore,
  type PermitRequest,
  type Release,
  type Semaphore,
  type SemaphoreCounts,
  type SemaphoreOptions,
} from './foundation/semaphore.js'
export { withoutTrailing } from './foundation/trailing.js'
export { asText, fullObject, withMembers, writeJson, writeJsonOnce } from './foundation/writeJson.js'
export { isTimeZone, wallClockIn } from './foundation/zones.js'
export { memoryContentStore } from './memory/memoryContentStore.js'
export { type MemoryStore, memoryStore } from './memory/memoryStore.js'
export { memoryUserDirectory } from './memory/memoryUserDirectory.js'
export { isUserId, problemOfPassword } from './people/newUser.js'
export { isInPoll } from './poll/pollType.js'
export { anonymous, type Caller, type Member } from './security/caller.js'
export {
  defaultLoginFailures,
  type KnownOrigins,
  type LoginFailures,
  type LoginLimiter,
  type LoginLimitsOptions,
  type LoginOrigin,
  type LoginSource,
  loginLimits,
} from './security/loginLimits.js'
export { type MinuteCount, type MinuteCounts, type MinuteTotal, minuteCounts } from './security/minuteCount.js'
export type { PermissionMap, RoleGrant, SitePermissions } from './security/permissions.js'
export { holderNames } from './security/permissions.js'
export { permission } from './security/stockPermissions.js'
export type { Extensions } from './site/admin/assemble.js'
export type { ContentImport, ImportStep } from './site/admin/incoming/contentImport.js'
export type { ImportOutcome } from './site/admin/incoming/importContent.js'
export type { ImportCounts, ObjectCounts } from './site/admin/incoming/importCounts.js'
export type { FindingWeight, IncomingFinding, IncomingFindingKind } from './site/admin/incoming/incomingFinding.js'
export type {
  IncomingAddress,
  IncomingBody,
  IncomingObject,
  IncomingReading,
  IncomingRecord,
  IncomingSite,
  IncomingVersion,
  SavedNote,
} from './site/admin/incoming/incomingSite.js'
export type { ImportOptions, ImportReport } from './site/admin/programme/programmePlanning.js'
export type { TypeChoice, TypeInformation, TypeLosses } from './site/admin/typeChoices.js'
export type { ChooseBehaviors } from './site/admin/types.js'
export { asOwner } from './site/asOwner.js'
export { createSite, type Site } from './site/createSite.js'
export type { FileDigest } from './site/doctor/examination.js'
export type { ExamineOptions } from './site/doctor/examineSite.js'
export { type Finding, type FindingKind, isNotice, isRepairable } from './site/doctor/finding.js'
export type { FileAnswer } from './site/operations/getFile.js'
export type { SiteMap } from './site/operations/getSiteMap.js'
export type { PendingWorklist } from './site/operations/listWorklists.js'
export type { Credentials } from './site/operations/logins.js'
export type { GetStateInput } from './site/operations/workflowFacts.js'
export type { AnswerOf, InputOf, OperationName } from './site/operations.js'
export type {
  HtmlPage,
  HtmlPages,
  HtmlRenderer,
  PageAnswers,
  PageOf,
  PageParts,
  PageView,
} from './site/page/htmlPage.js'
export type { NameAndPassword } from './site/people/authenticate.js'
export type { SiteCopy } from './site/portable/backupSite.js'
export type { OutgoingBody, OutgoingObject, OutgoingSite, OutgoingType } from './site/portable/outgoingSite.js'
export { type ListingUrl, type Page, presentListing, presentPage, readBatch } from './site/present/batching.js'
export { type ComponentName, componentNames } from './site/present/components/components.js'
export { readFlag } from './site/present/components/parameters.js'
export { type AnswerCache, type AnswerCounts, createAnswerCache } from './site/run/answerCache.js'
export { type AnswerMetadata, notModified } from './site/run/answerMetadata.js'
export { type Language, languageChooser } from './site/run/chooseLanguage.js'
export type { ImageToScale, Memoizing, Platform, ReadUpload } from './site/run/environment.js'
export type { Expansion } from './site/run/expansion.js'
export type { LanguageSettings, Translation } from './site/run/languageSettings.js'
export type { Mail, Mailer } from './site/run/mailer.js'
export { languageNegotiator, type NegotiatedLanguage } from './site/run/negotiateLanguage.js'
export type { Batch, Listing, ListingInput, OperationRequest } from './site/run/operation.js'
export type { SiteState } from './site/run/siteState.js'
export type { TokenClaims, TokenKey, Tokens } from './site/run/tokens.js'
