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
import type { Workflows } from '../../workflow/chain.js'
import type { Expression } from '../../workflow/definition.js'
import type { MoveSubscriber } from '../../workflow/subscriber.js'
import type { Tokens } from '../login/tokens.js'
import type { Mailer } from '../people/mailer.js'

/** What core asks of the world around it, as functions and values that come in. */
export interface World {
  readonly store: ContentStore & BallotBox
  readonly users: UserDirectory
  /** The turns of the process, in which loops over many objects let others work too; one for all sites of a process. */
  readonly turns: Turns
  now(): Instant
  /** 32 hexadecimal digits at random. */
  newUid(): string
  /** So many bytes at random that nobody can guess. */
  randomBytes(count: number): Uint8Array
  /** HMAC of `text` under `key`, in characters that are safe in URLs and headers. */
  hmac(key: string, text: string): string
  /** Letters of any script in ASCII. */
  transliterate(text: string): string
  /** Decodes base64 and tells what the bytes are; undefined when it is no base64. */
  readUpload(data: string): ReadUpload | undefined
  /**
   * Makes an image smaller, in its own format; null where that cannot be done, or would cost too much. Throws `busy` when
   * too many wait for theirs. When left out, images are given as they are.
   */
  scaleImage?(image: ImageToScale): Promise<Uint8Array | null>
  /** Takes everything out of HTML that could run in a browser; or why the HTML cannot be taken. */
  cleanHtml(html: string): string | Message
  /**
   * As `cleanHtml` for each of many texts, while the process does other work; when left out, that is asked for each.
   */
  cleanLongHtml?(texts: readonly string[]): Promise<readonly (string | Message)[]>
  /** What may be kept in place of a password. Throws `busy` when too many passwords wait. */
  hashPassword(password: string): Promise<string>
  /**
   * Whether a password made a hash. When the check's turn comes, it is handed to `watch`, which runs it or throws; by
   * then it may be known already that the password fits. Throws `busy` when too many checks wait.
   */
  verifyPassword(
    password: string,
    hash: string,
    watch?: (check: () => Promise<boolean>) => Promise<boolean>,
  ): Promise<boolean>
  /** Whether it is known without a check that a password made a hash. When left out, each login is checked. */
  isRemembered?(password: string, hash: string): boolean
  /** A hash that no password makes, and that costs as much to check as that of a new user. */
  readonly standInHash: string
  /** What makes and reads tokens; without it nobody logs in by one. */
  readonly tokens?: Tokens
  /** What sends mails; without it nobody is sent any. */
  readonly mailer?: Mailer
  /** Milliseconds for which a token that sets a password is valid; 24 hours when left out. */
  readonly resetLifetime?: number
  /** Versions of the programs, by their names, such as `{ plenum: '1.0.0', node: '22.1.0' }`; for who runs the site. */
  readonly versions?: Readonly<Record<string, string>>
  /** Keeps what is costly to make from one request to the next; without it everything is made anew. */
  readonly memoizing?: Memoizing
}

export interface Memoizing {
  readonly memoizer: Memoizer
  /** Of the program: values that another release made are not taken for ours. */
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

export interface ReadUpload extends Upload {
  readonly bytes: Uint8Array
}

/** All that operations work with. */
export interface Environment extends World, Indexing {
  readonly registry: Registry
  readonly workflows: Workflows
  readonly vocabularies: ReadonlyMap<string, Vocabulary>
  /** The same with the behaviors of types that a site root asks for. */
  at(root: ContentNode | undefined): Environment
  /** Who takes part in moves, in this order. */
  readonly subscribers: readonly MoveSubscriber[]
  /** Functions that guards and variables of workflows name. */
  readonly expressions: ReadonlyMap<string, Expression>
}
