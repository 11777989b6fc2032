import type { JsonObject, JsonValue } from '@plenum/core'
import type {
  ActionsPayload,
  AddableType,
  AddonsPayload,
  AliasItem,
  AuditPayload,
  Batched,
  BlockTypeCounts,
  BlockTypeUses,
  BreadcrumbsPayload,
  ChangesPayload,
  ContentFormPayload,
  ContentPayload,
  ContextNavigationPayload,
  DatabasePayload,
  DeleteFormPayload,
  DeliveriesPayload,
  DeliveryPayload,
  DeskPayload,
  DifferencesPayload,
  FailedAliases,
  FormSchema,
  GroupPagePayload,
  GroupPayload,
  GroupSummary,
  GroupsPagePayload,
  HistoryEntry,
  InheritPayload,
  InvalidationPayload,
  LinkBreach,
  ListedItem,
  ListingPayload,
  LockPayload,
  LoginOptionsPayload,
  MemoizeStatus,
  NavigationPayload,
  NavrootPayload,
  NewPrincipalPayload,
  NowPayload,
  OutboxMail,
  OutboxPayload,
  PanelLink,
  PanelPagePayload,
  PanelPayload,
  PlacedProperty,
  PlannedTransition,
  PollPayload,
  PrincipalsPayload,
  ProgrammeImportPayload,
  QueryFormPayload,
  Refusal,
  RefusalBlocker,
  RelationsPayload,
  RelocatedObject,
  RevertPayload,
  RolePayload,
  ScheduleConflictsPayload,
  ScheduleDifferencesPayload,
  SchedulePayload,
  ScheduleRelease,
  ScheduleReleasePayload,
  ScheduleReleasesPayload,
  SettingsPagePayload,
  SetupPayload,
  SharingPayload,
  SitePayload,
  SponsorsPayload,
  SystemPayload,
  TitledTerm,
  TokenPayload,
  TransitionPayload,
  TransitionPreview,
  TypeSchemaPayload,
  UnsubscribePayload,
  UpgradePayload,
  UserPagePayload,
  UserPayload,
  UsersPagePayload,
  UsersPayload,
  VocabularyLink,
  WebhookPayload,
  WebhooksPayload,
  WorkflowDefinitionsPayload,
  WorkflowPayload,
  WorkflowPlansPayload,
  WorklistsPayload,
} from '@plenum/core/answers'

/** The bytes of a stored file, with the media type of the file. */
export type FileBytes = { readonly bytes: string }
/** A CSV file (docs/http-answers.md, CSV). */
export type CsvFile = { readonly csv: string }
/** An OpenAPI 3.1 document. The OpenAPI specification describes its other properties. */
export type OpenApiPayload = { readonly openapi: '3.1.0' } & JsonObject

type NoContent = { 204: null }
type File = { 200: FileBytes; 206: FileBytes }

/**
 * The bodies of successful responses, by route address and status. `tools/openapi` generates `answerSchemas.json`
 * from this table, and the code does not compile if a route of the service has no row. Null means an empty body or,
 * with status 200, the JSON value `null`.
 */
export interface RouteAnswers {
  'GET @sharedmemoize': { 200: MemoizeStatus }
  'POST @sharedmemoize/invalidate': { 200: InvalidationPayload }
  'GET @users': { 200: UsersPayload | CsvFile }
  'GET @users/*': { 200: UserPayload }
  'POST @users': { 201: UserPayload | UsersPayload }
  'PATCH @users/*': NoContent
  'DELETE @users/*': NoContent
  'POST @users/*/reset-password': { 200: null }
  'GET @portrait/?': File
  'GET @login': { 200: LoginOptionsPayload }
  'POST @login': { 200: TokenPayload }
  'POST @login-renew': { 200: TokenPayload }
  'POST @logout': NoContent
  'GET @roles': { 200: readonly RolePayload[] }
  'GET @groups': { 200: readonly (GroupSummary | GroupPayload)[] }
  'GET @groups/*': { 200: GroupPayload }
  'POST @groups': { 201: GroupPayload }
  'PATCH @groups/*': NoContent
  'DELETE @groups/*': NoContent
  'GET @principals': { 200: PrincipalsPayload }
  'GET @@users': { 200: UsersPagePayload }
  'GET @@users/*': { 200: UserPagePayload }
  'GET @@invite': { 200: NewPrincipalPayload }
  'GET @@groups': { 200: GroupsPagePayload }
  'GET @@groups/*': { 200: GroupPagePayload }
  'GET @@add-group': { 200: NewPrincipalPayload }
  'GET @@settings': { 200: SettingsPagePayload }
  'GET @@settings/*': { 200: PanelPagePayload }
  'GET @@setup': { 200: SetupPayload }
  'GET @controlpanels': { 200: readonly PanelLink[] }
  'GET @controlpanels/*': { 200: PanelPayload }
  'PATCH @controlpanels/*': NoContent
  'GET @site': { 200: SitePayload }
  'GET @userschema': { 200: FormSchema }
  'GET @userschema/*': { 200: FormSchema }
  'GET @system': { 200: SystemPayload }
  'GET @database': { 200: DatabasePayload }
  'GET @blocktypes': { 200: BlockTypeCounts }
  'GET @blocktypes/*': { 200: BlockTypeUses }
  'GET @transactions': { 200: readonly never[] }
  'GET @changes': { 200: ChangesPayload }
  'GET @addons': { 200: AddonsPayload }
  'GET @upgrade': { 200: UpgradePayload }
  'GET @audit': { 200: AuditPayload }
  'GET @webhooks': { 200: WebhooksPayload }
  'POST @webhooks': { 201: WebhookPayload }
  'GET @webhooks/*': { 200: WebhookPayload }
  'PATCH @webhooks/*': NoContent
  'DELETE @webhooks/*': NoContent
  'POST @webhooks/*/rotate': { 200: WebhookPayload }
  'POST @webhooks/*/ping': { 202: DeliveryPayload }
  'GET @webhooks/*/deliveries': { 200: DeliveriesPayload }
  'POST @webhooks/*/deliveries/*/repeat': { 202: DeliveryPayload }
  'GET @outbox': { 200: OutboxPayload }
  'PATCH @outbox': NoContent
  'POST @outbox/*/retry': { 202: OutboxMail }
  'GET @unsubscribe/*': { 200: UnsubscribePayload }
  'POST @unsubscribe/*': NoContent
  'GET @@site-logo/*': File
  'GET @openapi': { 200: OpenApiPayload }
  'GET @docs/?': { 200: FileBytes }
  GET: { 200: ContentPayload }
  POST: { 201: ContentPayload }
  PATCH: { 200: ContentPayload; 204: null }
  DELETE: NoContent
  'GET @@add': { 200: ContentFormPayload }
  'GET @@edit': { 200: ContentFormPayload }
  'GET @@delete': { 200: DeleteFormPayload }
  'POST @copy': { 200: readonly RelocatedObject[] }
  'POST @move': { 200: readonly RelocatedObject[] }
  'GET @lock': { 200: LockPayload }
  'POST @lock': { 200: LockPayload }
  'PATCH @lock': { 200: LockPayload }
  'DELETE @lock': { 200: LockPayload }
  'GET @search': { 200: ListingPayload<ListedItem> }
  'GET @querystring-search': { 200: ListingPayload<ListedItem> }
  'GET @querystring': { 200: QueryFormPayload }
  'POST @querystring-search': { 200: ListingPayload<ListedItem> }
  'GET @actions': { 200: ActionsPayload }
  'GET @linkintegrity': { 200: readonly LinkBreach[] }
  'GET @relations': { 200: RelationsPayload; 204: null }
  'GET @aliases': { 200: AliasListing | CsvFile }
  'POST @aliases': { 200: FailedAliases; 204: null }
  'DELETE @aliases': { 200: FailedAliases; 204: null }
  'GET @breadcrumbs': { 200: BreadcrumbsPayload }
  'GET @contextnavigation': { 200: ContextNavigationPayload }
  'GET @inherit': { 200: InheritPayload }
  'GET @navigation': { 200: NavigationPayload }
  'GET @navroot': { 200: NavrootPayload }
  'GET @workflow': { 200: WorkflowPayload }
  'GET @workflow-definitions': { 200: WorkflowDefinitionsPayload }
  'POST @workflow/?': { 200: TransitionPayload | TransitionPreview; 202: PlannedTransition }
  'GET @workflow-plans': { 200: WorkflowPlansPayload }
  'DELETE @workflow-plans/*': NoContent
  'PATCH @workflow-plans': NoContent
  'GET @worklists': { 200: WorklistsPayload }
  'GET @poll': { 200: PollPayload }
  'POST @vote': { 200: PollPayload }
  'GET @sharing': { 200: SharingPayload }
  'POST @sharing': NoContent
  'GET @history': { 200: readonly HistoryEntry[] }
  'GET @history/*': { 200: ContentPayload }
  'GET @history/*/@diff/*': { 200: DifferencesPayload }
  'PATCH @history': { 200: RevertPayload }
  'GET @schedule': { 200: SchedulePayload }
  'GET @@now': { 200: NowPayload }
  'GET @@desk': { 200: DeskPayload }
  'GET @@import-programme': { 200: ProgrammeImportPayload }
  'GET @schedule-conflicts': { 200: ScheduleConflictsPayload }
  'GET @schedule-releases': { 200: ScheduleReleasesPayload }
  'POST @schedule-releases': { 201: ScheduleRelease }
  'GET @schedule-releases/*': { 200: ScheduleReleasePayload }
  'GET @schedule-releases/*/@diff/*': { 200: ScheduleDifferencesPayload }
  'GET @sponsors': { 200: SponsorsPayload }
  'GET @@download/*': File
  'GET @@images/*/?': File
  'GET @types': { 200: readonly AddableType[] }
  'GET @types/*/?': { 200: TypeSchemaPayload | PlacedProperty }
  'GET @vocabularies': { 200: readonly VocabularyLink[] }
  'GET @vocabularies/*': { 200: ListingPayload<TitledTerm> }
}

/** The payload of `GET {path}/@aliases` (docs/http-answers.md, Batches). */
export type AliasListing = { readonly '@id': string } & Batched<AliasItem>

/** The JSON body of the successful responses of a route, by route address. */
export type AnswerBody<Address extends keyof RouteAnswers> = Extract<
  RouteAnswers[Address][keyof RouteAnswers[Address]],
  JsonValue
>

/** The types that error responses contain. */
export interface RefusalParts {
  readonly refusal: Refusal
  readonly blocker: RefusalBlocker
}
