/** `@plenum/core/answers`: the types of the payloads that the service sends as JSON. */
export type {
  DifferencePiece,
  DifferencesPayload,
  FieldDifference,
  HistoryActor,
  HistoryEntry,
  RevertPayload,
  TransitionEntry,
  VersionEntry,
} from './answers/history.js'
export type { FileValue, ImageScale, ImageValue, SummaryImage } from './answers/images.js'
export type {
  Counters,
  FunctionStatus,
  InvalidationPayload,
  MemoizeStatus,
  Route,
  ServerStatus,
  SettingsStatus,
} from './answers/memoize.js'
export type {
  PollDatesPayload,
  PollOption,
  PollPayload,
  PollResult,
  PollState,
  ResultsGraph,
} from './answers/poll.js'
export type { GridPlace, ProgrammeDay, SchedulePayload, Slot } from './answers/schedule.js'
export type { SponsorBenefit, SponsorLevel, SponsorsPayload } from './answers/sponsors.js'
export type {
  EventSummaryKeys,
  ParentSummary,
  Summary,
  SummaryKeys,
  SummaryMetadata,
} from './answers/summary.js'
export type { SocialLink, TargetLink, TitledLink, TitledTerm } from './answers/terms.js'
export type {
  ChainEntry,
  DefinedTransition,
  DefinedWorkflow,
  StateName,
  TitledRecord,
  TransitionLink,
  TransitionPayload,
  TransitionRecord,
  WorkflowDefinitionsPayload,
  WorkflowPayload,
} from './answers/workflow.js'
