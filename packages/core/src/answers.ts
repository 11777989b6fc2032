/** `@plenum/core/answers`: the types of all JSON payloads. */

export type {
  Counters,
  FunctionStatus,
  InvalidationPayload,
  MemoizeStatus,
  Route,
  ServerStatus,
  SettingsStatus,
} from '@plenum/memoize'
export type { AliasItem, FailedAliases } from './answers/aliases.js'
export type { AuditEntry, AuditPayload } from './answers/audit.js'
export type { Batched, BatchLinks, ListingPayload } from './answers/batches.js'
export type { ChangeItem, ChangesPayload } from './answers/changes.js'
export type {
  ActionLink,
  ActionsPayload,
  AddableType,
  AliasesPayload,
  BreadcrumbsPayload,
  ComponentPayloads,
  ContextNavigationItem,
  ContextNavigationPayload,
  InheritedValues,
  InheritPayload,
  NavigationItem,
  NavigationPayload,
  NavrootPayload,
} from './answers/components.js'
export type { ComponentLink, ContentKeys, ContentOptions, ContentPayload, ListedItem } from './answers/content.js'
export type {
  DeskConflictPayload,
  DeskKeys,
  DeskList,
  DeskPayload,
  DeskSession,
  DeskSlot,
  SelectedSlot,
  SlotTimes,
} from './answers/desk.js'
export type {
  AvailabilityRow,
  BenefitRowPayload,
  EventFields,
  EventRowPayload,
  LightningTalk,
  PresenterActivity,
  PresenterFields,
  SessionFields,
  SponsorFields,
} from './answers/eventFields.js'
export type {
  BooleanControl,
  ContentFormPayload,
  DeleteFormPayload,
  FileControl,
  FormControl,
  FormRow,
  FormSection,
  InstantControl,
  LinesControl,
  PendingFile,
  RelationsControl,
  RelationTarget,
  RowsControl,
  StoredFileLink,
  TermsControl,
  TextControl,
} from './answers/formControls.js'
export type {
  FormFieldset,
  FormProperty,
  FormSchema,
  PanelLink,
  PanelPayload,
  PlacedProperty,
  QueryFormPayload,
  QueryIndex,
  QueryOperator,
  TypeSchemaPayload,
  VocabularyLink,
} from './answers/forms.js'
export type {
  DifferencePiece,
  DifferencesPayload,
  FieldDifference,
  HistoryActor,
  HistoryEntry,
  ReleaseEntry,
  RevertPayload,
  TransitionEntry,
  VersionEntry,
} from './answers/history.js'
export type { FileValue, ImageScale, ImageValue, SummaryImage } from './answers/images.js'
export type { LockPayload } from './answers/lock.js'
export type { OutboxMail, OutboxPayload, UnsubscribePayload } from './answers/outbox.js'
export type {
  GroupPayload,
  GroupSummary,
  LoginOptionsPayload,
  Membership,
  PrincipalsPayload,
  RolePayload,
  TokenPayload,
  UserPayload,
  UsersPayload,
} from './answers/people.js'
export type {
  GroupPagePayload,
  GroupsPagePayload,
  MemberEntry,
  NewPrincipalPayload,
  UserPagePayload,
  UsersPagePayload,
} from './answers/peoplePages.js'
export type { PollDatesPayload, PollOption, PollPayload, PollResult, PollState, ResultsGraph } from './answers/poll.js'
export type {
  ProgrammeImportPayload,
  ProgrammeImportPreview,
  ProgrammeImportValues,
} from './answers/programmeImport.js'
export type {
  ByRelation,
  LinkBreach,
  ReferringObject,
  RelationPair,
  RelationsOfName,
  RelationsPayload,
  RelocatedObject,
} from './answers/references.js'
export type { Refusal, RefusalPayload, RefusedField, RefusedLine } from './answers/refusal.js'
export type {
  ConflictingObject,
  ConflictingSlot,
  GridPlace,
  NowPayload,
  NowSlot,
  ProgrammeDay,
  ReleasedSession,
  RoomNow,
  ScheduleConflict,
  ScheduleConflictsPayload,
  ScheduleDifference,
  ScheduleDifferencesPayload,
  SchedulePayload,
  ScheduleRelease,
  ScheduleReleasePayload,
  ScheduleReleasesPayload,
  Slot,
} from './answers/schedule.js'
export type { PanelPagePayload, SettingsPagePayload, SetupPayload } from './answers/settingsPages.js'
export type { RoleSetting, SharedRole, SharingEntry, SharingPayload } from './answers/sharing.js'
export type {
  AddonsPayload,
  BlockTypeCounts,
  BlockTypeUses,
  DatabasePayload,
  ExportedPoll,
  ExportedVotes,
  SiteAppearance,
  SitePayload,
  SystemPayload,
  UpgradePayload,
} from './answers/site.js'
export type { SponsorBenefit, SponsorLevel, SponsorsPayload } from './answers/sponsors.js'
export type { ChosenTerm, PollFields, RichTextValue, StockFields } from './answers/stockFields.js'
export type { EventSummaryKeys, ParentSummary, Summary, SummaryKeys, SummaryMetadata } from './answers/summary.js'
export type { SocialLink, TargetLink, TitledLink, TitledTerm } from './answers/terms.js'
export type {
  AttemptPayload,
  DeliveriesPayload,
  DeliveryPayload,
  WebhookPayload,
  WebhooksPayload,
} from './answers/webhooks.js'
export type {
  ChainEntry,
  DefinedTransition,
  DefinedWorkflow,
  ExplainedBlocker,
  ListedPlan,
  PendingWorklist,
  PlannedTransition,
  PreviewedObject,
  PreviewedRefusal,
  RefusalBlocker,
  StateName,
  TitledRecord,
  TransitionLink,
  TransitionPayload,
  TransitionPreview,
  TransitionRecord,
  WorkflowDefinitionsPayload,
  WorkflowPayload,
  WorkflowPlansPayload,
  WorklistsPayload,
} from './answers/workflow.js'
