import type { Indexing } from '../../content/catalog/catalogEntry.js'
import type { Upload } from '../../content/fields/reading.js'
import type { Registry } from '../../content/model/model.js'
import type { Vocabulary } from '../../content/model/vocabulary.js'
import type { ContentNode } from '../../content/node/node.js'
import type { BallotBox } from '../../content/store/ballots.js'
import type { ContentStore } from '../../content/store/contentStore.js'
import type { Instant } from '../../foundation/instants.js'
import type { Message } from '../../foundation/messages.js'
import type { Turns } from '../../foundation/turns.js'
import type { Memoizer } from '../../memoize/memoizer/memoizer.js'
import type { UserDirectory } from '../../people/userDirectory.js'
import type { WholeStore } from '../../portable/wholeStore.js'
import type { Workflows } from '../../workflow/chain.js'
import type { Expression } from '../../workflow/definition.js'
import type { MoveSubscriber } from '../../workflow/subscriber.js'
import type { Invalidations } from './invalidations.js'
import type { Mailer } from './mailer.js'
import type { SiteState } from './siteState.js'
import type { Tokens } from './tokens.js'

/** All that core needs from outside: stores, clock, randomness, passwords. `createWorld` of @plenum/world makes one. */
export interface World {
  readonly store: ContentStore & BallotBox
  readonly users: UserDirectory
  /** All that both keep, for copies of the site and its examination; without it there are none. */
  readonly whole?: WholeStore
  /** The turns of the process, which let loops over many objects pause. All sites of a process share one object. */
  readonly turns: Turns
  now(): Instant
  /**
   * Makes of a question one that is asked once for all who want to know at about the same time, after each of them has
   * come. Without it, each asks.
   */
  together?<T>(ask: () => Promise<T>): () => Promise<T>
  /** 32 random hexadecimal digits. */
  newUid(): string
  /** `count` bytes of a cryptographic random generator. */
  randomBytes(count: number): Uint8Array
  /** A digest from which nobody finds the text again, nor another one with the same digest. */
  digest(text: string): string
  /** HMAC of `text` under `key`, in characters that are safe in URLs and headers. */
  hmac(key: string, text: string): string
  /** Converts letters of all scripts to ASCII: `Über Ж` -> `Uber Zh`. */
  transliterate(text: string): string
  /** Decodes base64 and reads the properties of the file; undefined when it is no base64. */
  readUpload(data: string): ReadUpload | undefined
  /**
   * Makes an image smaller, in its own format; null where that cannot be done, or would cost too much. Throws `busy` when
   * too many wait for theirs. When left out, images are given as they are.
   */
  scaleImage?(image: ImageToScale): Promise<Uint8Array | null>
  /** HTML without everything that a browser could run; or the reason why the HTML is refused. */
  cleanHtml(html: string): string | Message
  /**
   * As `cleanHtml` for each of several texts, outside of the event loop. Without it, core calls `cleanHtml`.
   */
  cleanLongHtml?(texts: readonly string[]): Promise<readonly (string | Message)[]>
  /** The hash of a password, to store. Throws a DomainError `busy` when too many passwords wait. */
  hashPassword(password: string): Promise<string>
  /**
   * Whether a password matches a hash. Before the check begins, it is given to `watch`, which runs it or throws. The
   * check is skipped when another one has found meanwhile that the password matches. Throws a DomainError `busy` when
   * too many checks wait.
   */
  verifyPassword(
    password: string,
    hash: string,
    watch?: (check: () => Promise<boolean>) => Promise<boolean>,
  ): Promise<boolean>
  /** Whether a recent check found that a password matches a hash. Without it, each login is checked. */
  isRemembered?(password: string, hash: string): boolean
  /** Whether a hash is of an older kind, and is replaced when its password is known. Without it, none is. */
  isOutdated?(hash: string): boolean
  /** A hash that no password matches, and that takes as long to check as a real one. */
  readonly standInHash: string
  /** What makes and reads tokens; without it nobody logs in by one. */
  readonly tokens?: Tokens
  /** What sends mails; without it nobody is sent any. */
  readonly mailer?: Mailer
  /** Milliseconds for which a token that sets a password is valid; 24 hours when left out. */
  readonly resetLifetime?: number
  /** Versions of the programs, by their names, such as `{ plenum: '1.0.0', node: '22.1.0' }`; for who runs the site. */
  readonly versions?: Readonly<Record<string, string>>
  /** A cache for expensive payloads; without it they are made for each request. */
  readonly memoizing?: Memoizing
}

/** The cache of a site, with the release whose values it may use. */
export interface Memoizing {
  readonly memoizer: Memoizer
  /** Identifies the release of the program: cached values of other releases are not used. */
  readonly buildId: string
}

export interface ImageToScale {
  /** Of its bytes. */
  readonly digest: string
  readonly contentType: string
  /** Pixels that it is to have. */
  readonly width: number
  readonly height: number
  /** Its bytes; null when they are gone. Not called where the result is known. */
  read(): Promise<Uint8Array | null>
}

/** The properties of an uploaded file, with its bytes. */
export interface ReadUpload extends Upload {
  readonly bytes: Uint8Array
}

/** The world and the model of a site, for operations. */
export interface Environment extends World, Indexing {
  readonly registry: Registry
  readonly workflows: Workflows
  readonly vocabularies: ReadonlyMap<string, Vocabulary>
  /** What the stores hold at a moment after the call. It is asked for with nearly every request. */
  state(): Promise<SiteState>
  readonly invalidations: Invalidations
  /** The same environment with the behaviors and workflows that a site root chose for types. */
  at(root: ContentNode | undefined): Environment
  /** Functions that run at each transition, in this order. */
  readonly subscribers: readonly MoveSubscriber[]
  /** Functions by the names that guards and variables of workflows use. */
  readonly expressions: ReadonlyMap<string, Expression>
}
