import type { ListedItem } from '../../answers/content.js'
import type { SearchParameters } from '../../content/query/searchParameters.js'
import type { Ballot, Tally } from '../../content/store/ballots.js'
import type { Change } from '../../content/store/change.js'
import type { StoreState } from '../../content/store/contentStore.js'
import type { JsonObject } from '../../foundation/json.js'
import type { Translate } from '../../foundation/messages.js'
import type { Task } from '../../foundation/scheduler.js'
import type { Caller } from '../../security/caller.js'
import type { AnswerMetadata, Dependence } from './answerMetadata.js'
import type { ReadUpload } from './environment.js'
import type { LanguageSettings, Translation } from './languageSettings.js'
import type { RequestContext } from './requestContext.js'

/** The request of a caller to run an operation on an object. */
export interface OperationRequest<Input> {
  /** `/` for the site root, `/a/b` for an object below it; not percent-encoded. */
  readonly path: string
  readonly caller: Caller
  /** URL of the site root, without a slash at its end; prefix of every `@id` in the answer. */
  readonly base: string
  readonly translate: Translate
  /** Tag of the language of `translate`. Payloads are cached for each language, and not at all without it. */
  readonly language?: string
  /**
   * Chooses the language by the settings of the site, instead of `translate` and `language`; called for each context.
   */
  readonly chooseTranslation?: (settings: LanguageSettings) => Translation
  /**
   * The task of the request, created by `site.scheduler.begin()`. The caller ends it when the answer has been sent;
   * until then, a long request holds its permit. Without it, the operation creates a task that ends with the answer.
   */
  readonly task?: Task
  /**
   * The revisions of the object that the operation accepts (`If-Match`). For any other revision, and after a concurrent
   * change, it throws a DomainError `precondition-failed`. An empty list accepts no revision; without a list, all are
   * accepted.
   */
  readonly expectedRevisions?: readonly number[]
  /** Files of the input that have already been decoded. In the input, their keys replace the data. */
  readonly uploads?: ReadonlyMap<string, ReadUpload>
  /**
   * Called with the known properties of the answer, if there are any, before the answer is computed. Returns true if
   * the client has that answer already; `notModified` is then thrown instead.
   */
  readonly isUnmodified?: (metadata: AnswerMetadata) => boolean
  /**
   * The state of the site at a moment after the request arrived, if it has been read. Only for operations that write
   * nothing.
   */
  readonly state?: StoreState
  /** Returns the input, or throws its problems. Called after the permission checks, once for each attempt. */
  readonly input: () => Input
}

/** The change or ballot to write before the answer, and the answer, or a function that reads it after the write. */
export type Outcome<Answer> =
  | { readonly change?: Change; readonly answer: Answer }
  | { readonly change: Change; readonly path: string; readonly show: (context: RequestContext) => Promise<Answer> }
  | { readonly ballot: Ballot; readonly show: (tally: Tally) => Answer }
  /** For long tasks that need no snapshot: `later` is called after the reader has been released. */
  | { readonly later: () => Promise<Answer> }

/** One row of the table of operations. It decides and presents, but does not write. */
export interface Operation<Input, Answer> {
  /**
   * The permission that a caller needs on the object, or a function that checks the caller; null for public operations.
   */
  readonly permission: string | ((context: RequestContext) => boolean) | null
  /** False if the object does not have the operation: refused like missing content. */
  readonly exists?: (context: RequestContext) => boolean
  /** Throws if the caller fails a check that `permission` cannot express, or that needs another error. */
  readonly guard?: (context: RequestContext) => void
  /**
   * True if it blocks for a millisecond or more, such as a search that the caller defines, or adding content. Only one
   * such operation runs in each time slice, so that shorter ones can run in between.
   */
  readonly exclusiveSlice?: boolean
  /** The sources of the answer; null, or omitted, if they are unknown: such an answer is never cached. */
  readonly dependsOn?: (context: RequestContext, input: Input) => Promise<Dependence | null>
  /** The input fields that can contain HTML: long HTML is cleaned before a reader is acquired. */
  readonly values?: (input: Input) => JsonObject
  run(context: RequestContext, input: Input): Promise<Outcome<Answer>>
}

/** A page of a listing: the number of items to skip, and the maximum number to return. */
export interface Batch {
  readonly start: number
  readonly size: number
}

export type ConvertItem = <Item extends JsonObject>(item: Item) => Item

/** The options of a listing. */
export interface ListingInput {
  readonly batch: Batch
  /** Names of additional keys of summaries. */
  readonly metadata: readonly string[]
  /** Full payloads instead of summaries. */
  readonly fullObjects: boolean
  /** Components to include in full payloads. */
  readonly expand?: Expansion
  /**
   * Converts each item of a long listing as soon as it is built. An adapter passes `asText`: as JSON text, thousands of
   * items need a fraction of the memory. The result must retain `@id`.
   */
  readonly convertItem?: ConvertItem
}

/** A page of a listing; `total` is the number of objects on all pages. */
export interface Listing<Item = ListedItem> {
  readonly items: readonly Item[]
  readonly total: number
  /** The actual page; with full objects it can be smaller than the requested one. */
  readonly batch: Batch
}

/** Components to include in the payload of an object. */
export interface Expansion {
  /** Unknown names are ignored. */
  readonly names: readonly string[]
  /** By component name: `{navigation: {depth: '2'}}` for `expand.navigation.depth=2`. */
  readonly parameters: SearchParameters
}

export const nothingExpanded: Expansion = { names: [], parameters: {} }
