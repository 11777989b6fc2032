import type { Ballot, Tally } from '../../content/store/ballots.js'
import type { Change, StoreState } from '../../content/store/contentStore.js'
import type { Instant } from '../../foundation/instants.js'
import type { JsonObject, JsonValue } from '../../foundation/json.js'
import type { Translate } from '../../foundation/messages.js'
import type { Work } from '../../foundation/turns.js'
import type { Caller } from '../../security/caller.js'
import type { ReadUpload } from './environment.js'
import type { Expansion } from './expansion.js'
import type { KnownAnswer } from './knownAnswer.js'
import type { LanguageSettings, Wording } from './languageSettings.js'
import type { Visit } from './visit.js'

/** The request of a caller to run an operation on an object. */
export interface OperationRequest<Input> {
  /** `/` for the site root, `/a/b` for an object below it; not percent-encoded. */
  readonly path: string
  readonly caller: Caller
  /** URL of the site root, without a slash at its end. Every `@id` of the answer begins with it. */
  readonly base: string
  readonly translate: Translate
  /** The tag of the language of `translate`. Payloads are cached for each language, and not at all without it. */
  readonly language?: string
  /** Chooses a language by the settings of the site, in place of `translate` and `language`; called for each visit. */
  readonly wordIn?: (settings: LanguageSettings) => Wording
  /**
   * The work that the request is part of, made by `site.turns.begin()`. The caller ends it when the answer has been
   * sent; until then a long request keeps its place. Without it, the work ends with the answer.
   */
  readonly work?: Work
  /**
   * The revisions of the object on which the operation may run (`If-Match`). On any other revision, and after a
   * concurrent change, it throws a DomainError `precondition-failed`. An empty list allows no revision; without a list
   * all are allowed.
   */
  readonly expectedRevisions?: readonly number[]
  /** Files of the input that were decoded before. In the input, their keys stand in place of the data. */
  readonly uploads?: ReadonlyMap<string, ReadUpload>
  /**
   * Told what is known of the answer before it is made, where that is anything: when the caller has that answer already,
   * `notModified` is thrown in place of it.
   */
  readonly isKnown?: (known: KnownAnswer) => boolean
  /**
   * What the site held at a moment after the question came, where somebody has looked. Only for operations that write
   * nothing.
   */
  readonly state?: StoreState
  /** Gives the input, or throws its problems. It is called after the permission checks, once for each attempt. */
  readonly input: () => Input
}

/** The change or ballot to write before the answer, and the answer, or the function that reads it after the write. */
export type Outcome<Answer> =
  | { readonly change?: Change; readonly answer: Answer }
  | { readonly change: Change; readonly path: string; readonly show: (visit: Visit) => Promise<Answer> }
  | { readonly ballot: Ballot; readonly show: (tally: Tally) => Answer }
  /** For work that takes long and needs no snapshot: `later` is called when the reader is free for others. */
  | { readonly later: () => Promise<Answer> }

/** What an answer depends on beside what the stores hold, dates of objects, the base, the language and the caller. */
export interface Dependence {
  /** With it the tag of the answer is known before it is made; left out where it is not, as with names of users. */
  readonly parts?: JsonValue
  /** When the answer changes by itself; null, or left out, where it does not. */
  readonly until?: Instant | null
  /** Whether votes change the answer. */
  readonly hasVotes?: boolean
}

/** One row of the table of operations. It decides and presents, but does not write. */
export interface Operation<Input, Answer> {
  /** The permission that a caller needs on the object, or a function that checks the caller; null when it is public. */
  readonly permission: string | ((visit: Visit) => boolean) | null
  /** False when the object does not have the operation, which is refused like missing content. */
  readonly exists?: (visit: Visit) => boolean
  /** Throws when the caller fails a check that `permission` cannot express, or that needs another error. */
  readonly guard?: (visit: Visit) => void
  /**
   * True when it takes a millisecond or more without a pause, as a search that the caller chooses, or what adds content.
   * Only one such operation runs in each turn, so that those which take less come between.
   */
  readonly ownTurn?: boolean
  /** What the answer depends on; null, or left out, where that cannot be said. Such an answer is never kept. */
  readonly dependsOn?: (visit: Visit, input: Input) => Promise<Dependence | null>
  /** The fields in the input that can have HTML: long HTML is cleaned before a reader is taken. */
  readonly values?: (input: Input) => JsonObject
  run(visit: Visit, input: Input): Promise<Outcome<Answer>>
}

/** A page of a listing: how many items to skip, and how many to return at most. */
export interface Batch {
  readonly start: number
  readonly size: number
}

/** The options of a listing. */
export interface ListingInput {
  readonly batch: Batch
  /** Names of further keys of summaries. */
  readonly metadata: readonly string[]
  /** Full payloads in place of summaries. */
  readonly fullObjects: boolean
  /** Components that come along with whole payloads. */
  readonly expand?: Expansion
  /**
   * Converts each item of a long listing as soon as it is made. An adapter passes `asText`: as JSON text, thousands of
   * items take a fraction of the memory. The result must keep `@id`.
   */
  readonly keep?: (item: JsonObject) => JsonObject
}

/** A page of a listing; `total` is the number of objects on all pages. */
export interface Listing {
  readonly items: readonly JsonObject[]
  readonly total: number
  /** The actual page; with full objects it can be smaller than the requested one. */
  readonly batch: Batch
}
