export type { FeedItem } from './changeFeed/events.js'
export type { Field } from './content/fields/field.js'
export type { Term, Upload } from './content/fields/reading.js'
export type { Behavior, ContentType, Indexer, WorkflowContribution } from './content/model/model.js'
export { dublinCore } from './content/model/stockBehaviors.js'
export { fixedVocabulary, type Vocabulary, type VocabularySource } from './content/model/vocabulary.js'
export { uploadedFiles } from './content/node/filesIn.js'
export type { SearchParameter } from './content/query/parameterParts.js'
export type { QueryParameters } from './content/query/queryParameters.js'
export { allValues, firstValue, readQuery, withOnly, writeQuery } from './content/query/queryParameters.js'
export type { SearchParameters } from './content/query/searchParameters.js'
export { isExternalTarget } from './content/store/aliases.js'
export type { FilePart } from './content/store/filePieces.js'
export type {
  Programme,
  ProgrammePerson,
  ProgrammeReader,
  ProgrammeReading,
  ProgrammeSession,
  ProgrammeSource,
} from './event/programme.js'
export type {
  CancelledSlot,
  NewsEntry,
  PublishedLink,
  PublishedNews,
  PublishedPerson,
  PublishedProgramme,
  PublishedRoom,
  PublishedSlot,
  SessionKey,
  SlotState,
} from './event/publishedContent.js'
export { english } from './foundation/english.js'
export { createFairQueue, type FairQueue } from './foundation/fairQueue.js'
export { formatInstant, type Instant, parseInstant } from './foundation/instants.js'
export { isJsonObject, type JsonObject, type JsonValue } from './foundation/json.js'
export { addressOf, type Location, locate, nowhere, type Resource } from './foundation/locate.js'
export type { Catalog, ErrorCode, ErrorDetails, FieldProblem, Message, Translate } from './foundation/messages.js'
export { DomainError, message, problemsOfCatalog, translateEnglish, translator } from './foundation/messages.js'
export { ModelError } from './foundation/modelError.js'
export { maxLevels, parseJson } from './foundation/parseJson.js'
export { rootPath, urlOf } from './foundation/paths.js'
export { groupPagePath, userPagePath } from './foundation/peoplePaths.js'
export { pythonRepr } from './foundation/pythonRepr.js'
export type { Scheduler, SchedulerOptions, Task, TimeSlice } from './foundation/scheduler.js'
export { abandoned, createScheduler, postponed } from './foundation/scheduler.js'
export type { PermitRequest, Release, Semaphore, SemaphoreCounts, SemaphoreOptions } from './foundation/semaphore.js'
export { createSemaphore } from './foundation/semaphore.js'
export { text } from './foundation/text.js'
export { withoutTrailing } from './foundation/trailing.js'
export { isHost, namesVirtualHost, readVirtualHost, type VirtualHost } from './foundation/virtualHost.js'
export { waitingSlice } from './foundation/waitingSlice.js'
export { isTimeZone, localTimeIn, wallClockIn } from './foundation/wallClock.js'
export { asText, fullObject, withMembers, writeJson, writeJsonOnce } from './foundation/writeJson.js'
export { memoryContentStore } from './memory/memoryContentStore.js'
export { type MemoryStore, memoryStore } from './memory/memoryStore.js'
export { memoryUserDirectory } from './memory/memoryUserDirectory.js'
export { isUserId, problemOfPassword } from './people/userInput.js'
export { isInPoll } from './poll/pollType.js'
export { anonymous, type Caller, type Member } from './security/caller.js'
export type {
  KnownOrigins,
  LoginFailures,
  LoginLimiter,
  LoginLimitsOptions,
  LoginOrigin,
  LoginSource,
} from './security/loginLimits.js'
export { defaultLoginFailures, loginLimits } from './security/loginLimits.js'
export { type MinuteCount, type MinuteCounts, type MinuteTotal, minuteCounts } from './security/minuteCount.js'
export type { PermissionMap, RoleGrant, SitePermissions } from './security/permissions.js'
export { permission, rolesAllowed, sortedHolderNames } from './security/permissions.js'
export { type RegistrationLimit, registrationLimit } from './security/registrationLimit.js'
export type { Extensions } from './site/admin/assemble.js'
export type { ImportOutcome } from './site/admin/incoming/importContent.js'
export type { ImportCounts, ObjectCounts } from './site/admin/incoming/importCounts.js'
export type {
  ContentImport,
  FindingWeight,
  ImportStep,
  IncomingAddress,
  IncomingBody,
  IncomingFinding,
  IncomingFindingKind,
  IncomingObject,
  IncomingReading,
  IncomingRecord,
  IncomingSite,
  IncomingVersion,
  SavedNote,
} from './site/admin/incoming/incomingSite.js'
export type { ImportOptions, ImportReport } from './site/admin/programme/programmePlanning.js'
export { shippedPermissions, shippedRoles } from './site/admin/shippedAccess.js'
export type { ChooseBehaviors, TypeChoice, TypeInformation, TypeLosses } from './site/admin/typeChoices.js'
export type { CallerOptions } from './site/as/callerOptions.js'
export type { CallerMethods } from './site/as/methods.js'
export { asOwner } from './site/asOwner.js'
export type { ChangeSubscriber } from './site/changes/changeSubscriber.js'
export type { ChangesOptions } from './site/changes/readChanges.js'
export type { SubscriberStatus } from './site/changes/subscribers.js'
export { createSite } from './site/createSite.js'
export type { ExamineOptions } from './site/doctor/examineSite.js'
export { type FileDigest, type Finding, type FindingKind, isNotice, isRepairable } from './site/doctor/finding.js'
export type { Feed, FeedTarget } from './site/feed.js'
export type { MailQueue, OutgoingMail } from './site/mails/mailQueue.js'
export type { MailContents, MailedSession, MailedValues } from './site/operations/composeMail.js'
export type { FormInput, FormReading } from './site/operations/contentForms.js'
export type { DeleteReading } from './site/operations/deleteForm.js'
export type { DescribedType } from './site/operations/describeTypes.js'
export type { FileAnswer } from './site/operations/getFile.js'
export type { SiteMap } from './site/operations/getSite.js'
export type { Credentials } from './site/operations/logins.js'
export type { GetStateInput } from './site/operations/workflowFacts.js'
export type { AnswerOf, InputOf, OperationName } from './site/operations.js'
export type {
  NoOperations,
  OwnChange,
  OwnContext,
  OwnHits,
  OwnMethods,
  OwnOperation,
  OwnOperationDescription,
  OwnOperations,
  OwnOutcome,
  OwnSearchOptions,
} from './site/own/ownOperation.js'
export { defineOperation } from './site/own/ownOperation.js'
export {
  controlPrefix,
  type EnteredForm,
  enterForm,
  type FormSource,
  formSections,
  withProblems,
} from './site/page/form/contentForm.js'
export type { FormContext } from './site/page/form/controlOf.js'
export type { Entering, FormBody, FormFile } from './site/page/form/enterControl.js'
export { withOtherValues } from './site/page/form/otherValues.js'
export { isRestorableForm } from './site/page/form/restorableForms.js'
export type {
  AccentFiles,
  FormAnswer,
  HtmlPage,
  HtmlPages,
  HtmlRenderer,
  PageAnswers,
  PageOf,
  PageView,
} from './site/page/htmlPage.js'
export type { PageParts } from './site/page/pageParts.js'
export { type PageBodies, type PageSubject, pageSubjects, type RouteView } from './site/page/pageSubject.js'
export type { NameAndPassword } from './site/people/authenticate.js'
export type { SiteCopy } from './site/portable/backupSite.js'
export type { OutgoingBody, OutgoingObject, OutgoingSite, OutgoingType } from './site/portable/outgoingSite.js'
export { type ListingUrl, type Page, presentListing, presentPage, readBatch } from './site/present/batching.js'
export { readFlag } from './site/present/components/component.js'
export { type ComponentName, componentNames } from './site/present/components/components.js'
export { aliasColumns, type CsvColumns, csvText, userColumns } from './site/present/csvText.js'
export { queryInputs } from './site/query/queryInputs.js'
export { readComponentParameters, readExpansion, readPaging } from './site/query/readListing.js'
export { type AnswerCache, type AnswerCounts, createAnswerCache } from './site/run/answerCache.js'
export { type AnswerMetadata, notModified } from './site/run/answerMetadata.js'
export type {
  CheckJson,
  ImageToScale,
  Mail,
  Mailer,
  Memoizing,
  Platform,
  ReadUpload,
  SiteState,
  TokenClaims,
  TokenKey,
  Tokens,
} from './site/run/environment.js'
export type { Expansion } from './site/run/expansion.js'
export { languageResolver } from './site/run/languageResolver.js'
export type { LanguageSettings, Translation } from './site/run/languageSettings.js'
export type { Language, NegotiatedLanguage } from './site/run/negotiateLanguage.js'
export { languageNegotiator, type NegotiateLanguage } from './site/run/negotiateLanguage.js'
export type { Batch, Listing, ListingInput, OperationRequest } from './site/run/operation.js'
export type { Site } from './site/site.js'
export type { DueOptions, DueRun } from './site/transition/runDue.js'
export type { OutgoingMessage, Preparation, WebhookQueue } from './site/webhooks/webhookQueue.js'
export type { CsvInput, CsvRow } from './site/write/csvRows.js'
