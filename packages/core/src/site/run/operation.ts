import type { ListedItem } from '../../answers/content.js'
import type { Ballot, Tally } from '../../content/store/ballots.js'
import type { Change } from '../../content/store/change.js'
import type { StoreState } from '../../content/store/contentStore.js'
import type { JsonObject } from '../../foundation/json.js'
import type { Translate } from '../../foundation/messages.js'
import type { Task } from '../../foundation/scheduler.js'
import type { Caller } from '../../security/caller.js'
import type { AnswerMetadata, Dependence } from './answerMetadata.js'
import type { ReadUpload } from './environment.js'
import type { Expansion } from './expansion.js'
import type { LanguageSettings, Translation } from './languageSettings.js'
import type { RequestContext } from './requestContext.js'

/** A caller's request to run an operation on an object. */
export interface OperationRequest<Input> {
  /** The path without percent-encoding: `/` for the site root, or `/a/b` for an object below it. */
  readonly path: string
  readonly caller: Caller
  /** The URL of the site root, without a trailing slash. Every `@id` in the result begins with this URL. */
  readonly base: string
  readonly translate: Translate
  /** The language tag for `translate`. If omitted, payloads are not cached, because they are cached by language. */
  readonly language?: string
  /**
   * Chooses the language from the settings of the site, instead of `translate` and `language`. The function is called
   * again if the operation starts again.
   */
  readonly chooseTranslation?: (settings: LanguageSettings) => Translation
  /**
   * The task of the request, created with `site.scheduler.begin()`. The caller must end the task after the response has
   * been sent, because a long request retains its permit until then. If omitted, the operation creates a task and ends
   * it when the result is available.
   */
  readonly task?: Task
  /**
   * The acceptable revisions of the object (`If-Match`). If the object has a different revision or is changed
   * concurrently, the operation throws a DomainError `precondition-failed`. An empty list accepts no revision. If
   * omitted, all revisions are acceptable.
   */
  readonly expectedRevisions?: readonly number[]
  /** The decoded files by key. In the input, the keys replace the data of the files. */
  readonly uploads?: ReadonlyMap<string, ReadUpload>
  /** The components to include in the payload of a new object. */
  readonly expand?: Expansion
  /**
   * The operation calls this function with the known properties of the response before it computes the response. If the
   * function returns true, the client has already cached the response, and the operation throws `notModified`.
   */
  readonly isUnmodified?: (metadata: AnswerMetadata) => boolean
  /** A state of the site that was read after the request arrived. Only operations that do not write use this state. */
  readonly state?: StoreState
  /**
   * Returns the input, or throws an error that describes its problems. The function is called after the permission
   * checks, once per attempt.
   */
  readonly input: () => Input
}

/** The change or ballot to write, and the result or a function that reads the result after the write. */
export type Outcome<Answer> =
  | { readonly change?: Change; readonly answer: Answer }
  | { readonly change: Change; readonly path: string; readonly show: (context: RequestContext) => Promise<Answer> }
  | { readonly ballot: Ballot; readonly show: (tally: Tally) => Answer }
  /** A long task that does not need a snapshot. `later` is called after the store reader has been released. */
  | { readonly later: () => Promise<Answer> }

/**
 * The checks of an operation, and the function that returns its change and its result. An operation must not write to
 * the stores.
 */
export interface Operation<Input, Answer> {
  /**
   * The permission that a caller needs on the object, or a function that checks the caller. The value is null for
   * public operations.
   */
  readonly permission: string | ((context: RequestContext) => boolean) | null
  /**
   * Whether the operation is available on the object. If not, the request is refused like a request for a missing
   * object.
   */
  readonly exists?: (context: RequestContext) => boolean
  /** Throws if the caller fails a check that `permission` cannot express or that requires a different error. */
  readonly guard?: (context: RequestContext) => void
  /**
   * Whether the operation can block the event loop for a millisecond or more, for example because callers define a
   * search. Only one such operation runs per time slice, so that shorter operations can run in between.
   */
  readonly exclusiveSlice?: boolean
  /**
   * Returns the additional data on which the response depends, or null if these data are unknown. If the data are
   * unknown or this function is omitted, the response is never cached.
   */
  readonly dependsOn?: (context: RequestContext, input: Input) => Promise<Dependence | null>
  /** The input fields that can contain HTML. Long HTML is sanitized before a store reader is acquired. */
  readonly values?: (input: Input) => JsonObject
  run(context: RequestContext, input: Input): Promise<Outcome<Answer>>
}

/** The number of items to skip and the maximum number of items to return. */
export interface Batch {
  readonly start: number
  readonly size: number
}

export type ConvertItem = <Item extends JsonObject>(item: Item) => Item

/** The options of a listing. */
export interface ListingInput {
  readonly batch: Batch
  /** The names of additional summary keys. */
  readonly metadata: readonly string[]
  /** Whether to return full payloads instead of summaries. */
  readonly fullObjects: boolean
  /** The components to include in full payloads. */
  readonly expand?: Expansion
  /**
   * Converts each item of a long listing as soon as it has been created. Adapters pass `asText`, because thousands of
   * items need much less memory as JSON. The result must contain `@id`.
   */
  readonly convertItem?: ConvertItem
}

/** A page of a listing. `total` is the number of objects on all pages. */
export interface Listing<Item = ListedItem> {
  readonly items: readonly Item[]
  readonly total: number
  /** The actual range of items. In a listing of full objects, it can be smaller than the requested range. */
  readonly batch: Batch
}
