import type { Ballot, Tally } from '../../content/store/ballots.js'
import type { Change } from '../../content/store/contentStore.js'
import type { JsonObject, JsonValue } from '../../foundation/json.js'
import type { Translate } from '../../foundation/messages.js'
import type { Work } from '../../foundation/turns.js'
import type { Caller } from '../../security/caller.js'
import type { AnswerTag } from './answerTag.js'
import type { ReadUpload } from './environment.js'
import type { Expansion } from './expansion.js'
import type { LanguageSettings, Wording } from './languageSettings.js'
import type { Visit } from './visit.js'

/** What a caller asks of an object. */
export interface OperationRequest<Input> {
  /** `/` for the site root, `/a/b` for what is below it; not percent-encoded. */
  readonly path: string
  readonly caller: Caller
  /** URL of the site root, with which every `@id` of the answer begins; no slash at its end. */
  readonly base: string
  readonly translate: Translate
  /** The tag of the language that `translate` words in. What is kept for others is kept for one language. */
  readonly language?: string
  /** Chooses a language by the settings of the site, in place of `translate` and `language`; asked at each visit. */
  readonly wordIn?: (settings: LanguageSettings) => Wording
  /**
   * The piece of work that this is part of; `site.turns.begin()` makes one. Whoever gives it ends it, once the answer
   * has been sent: until then a long request keeps its place. Without it the work ends with the answer.
   */
  readonly work?: Work
  /**
   * Revisions of the object that are as good as the one that the caller has seen; an operation on any other is refused
   * (`precondition-failed`), and so is one that loses a race to another change. None is none; without a list all are
   * good.
   */
  readonly expectedRevisions?: readonly number[]
  /** Files that came with the input and were decoded before, by the text that stands in the input for their data. */
  readonly uploads?: ReadonlyMap<string, ReadUpload>
  /**
   * Told the tag of the answer before it is made, where that can be known: when the caller has that answer already,
   * `notModified` is thrown in place of it.
   */
  readonly isKnown?: (known: AnswerTag) => boolean
  /** Called once the caller has been let in, at each attempt: it may throw what is wrong with the input. */
  readonly input: () => Input
}

/** What is to be written before an answer may be given, and the answer, or how to find it in what has been written. */
export type Outcome<Answer> =
  | { readonly change?: Change; readonly answer: Answer }
  | { readonly change: Change; readonly path: string; readonly show: (visit: Visit) => Promise<Answer> }
  | { readonly ballot: Ballot; readonly show: (tally: Tally) => Answer }
  /** What takes long and reads nothing of the snapshot: it is done when others may use the reader again. */
  | { readonly later: () => Promise<Answer> }

/** One row of the table of operations. It decides and presents; it writes nothing itself. */
export interface Operation<Input, Answer> {
  /** Without this permission on the object, or where this is false, nobody gets further; null for what is public. */
  readonly permission: string | ((visit: Visit) => boolean) | null
  /** False where the operation does not exist, which is told like missing content. */
  readonly exists?: (visit: Visit) => boolean
  /** Throws where the caller lacks what `permission` cannot say, or is to be told so in another way. */
  readonly guard?: (visit: Visit) => void
  /**
   * True for what asks the catalog anything that callers think up, which may take some milliseconds in one piece: where
   * many ask at once, others are served between them.
   */
  readonly searches?: boolean
  /**
   * What the answer depends on beside what the store holds, dates that pass, the base, the language and the caller:
   * with it the tag of the answer is known before it is made. Null, or left out, where that cannot be said.
   */
  readonly dependsOn?: (visit: Visit, input: Input) => Promise<JsonValue | null>
  /** The values of fields in the input, where some may be HTML: long HTML is cleaned before a reader is held. */
  readonly values?: (input: Input) => JsonObject
  run(visit: Visit, input: Input): Promise<Outcome<Answer>>
}

/** A page of a listing: how many items to skip, and how many to return at most. */
export interface Batch {
  readonly start: number
  readonly size: number
}

/** How objects of a listing are to be given. */
export interface ListingInput {
  readonly batch: Batch
  /** Names of further columns for summaries. */
  readonly metadata: readonly string[]
  /** Whole payloads in place of summaries. */
  readonly fullObjects: boolean
  /** Components that come along with whole payloads. */
  readonly expand?: Expansion
  /**
   * What is kept of each item of a long listing as soon as it is made, in its place; the item itself when it is left
   * out. For who sends listings on: thousands of objects take several times the memory of their JSON. Its `@id` has to
   * stay.
   */
  readonly keep?: (item: JsonObject) => JsonObject
}

export interface Listing {
  readonly items: readonly JsonObject[]
  readonly total: number
  /** The stretch that was given: of full objects it may have fewer than was asked for. */
  readonly batch: Batch
}
