import type { Indexing } from '../../content/catalog/catalogEntry.js'
import type { Upload } from '../../content/fields/reading.js'
import type { Registry } from '../../content/model/model.js'
import type { Vocabulary } from '../../content/model/vocabulary.js'
import type { ContentNode } from '../../content/node/node.js'
import type { BallotBox } from '../../content/store/ballots.js'
import type { ContentStore, StoreState } from '../../content/store/contentStore.js'
import { hexOf } from '../../foundation/hex.js'
import type { Instant } from '../../foundation/instants.js'
import type { Message } from '../../foundation/messages.js'
import { rootPath } from '../../foundation/paths.js'
import type { Scheduler } from '../../foundation/scheduler.js'
import type { Memoizer } from '../../memoize/memoizer/memoizer.js'
import type { UserDirectory } from '../../people/userDirectory.js'
import type { WholeStore } from '../../portable/wholeStore.js'
import type { Workflows } from '../../workflow/chain.js'
import type { Expression } from '../../workflow/definition.js'
import type { TransitionSubscriber } from '../../workflow/subscriber.js'
import type { Invalidations } from './invalidations.js'

/** Ports of core: stores, clock, randomness, passwords. `createNodePlatform` of @plenum/platform provides them. */
export interface Platform {
  readonly store: ContentStore & BallotBox
  readonly users: UserDirectory
  /** Raw access to everything in both stores, for backups and the doctor; without it, neither is available. */
  readonly whole?: WholeStore
  /** The scheduler of the process, shared by all its sites. It lets loops over many objects pause. */
  readonly scheduler: Scheduler
  now(): Instant
  /**
   * Wraps a query so that concurrent callers share one execution, which starts after each of them has called. Without
   * it, each caller runs its own query.
   */
  singleFlight?<T>(query: () => Promise<T>): () => Promise<T>
  /** 32 random hexadecimal digits. */
  newUid(): string
  /** `count` bytes of a cryptographic random generator. */
  randomBytes(count: number): Uint8Array
  /** A collision-resistant digest that cannot be reversed. */
  digest(text: string): string
  /** HMAC of `text` under `key`, in characters that are safe in URLs and headers. */
  hmac(key: string, text: string): string
  /** Converts letters of all scripts to ASCII: `Über Ж` -> `Uber Zh`. */
  transliterate(text: string): string
  /** Decodes base64 and reads the properties of the file; undefined for invalid base64. */
  readUpload(data: string): ReadUpload | undefined
  /**
   * Scales an image down in its own format; null if that is impossible or too expensive. Throws `busy` when too many
   * images wait. Without it, images are served in their original size.
   */
  scaleImage?(image: ImageToScale): Promise<Uint8Array | null>
  /** HTML without anything that a browser could execute, or the reason for a refusal. */
  cleanHtml(html: string): string | Message
  /** Cleans several texts like `cleanHtml`, outside of the event loop. Without it, core calls `cleanHtml`. */
  cleanLongHtml?(texts: readonly string[]): Promise<readonly (string | Message)[]>
  /** The hash of a password, for storage. Throws a DomainError `busy` when too many passwords wait. */
  hashPassword(password: string): Promise<string>
  /**
   * Whether a password matches a hash. `watch` receives the check before it starts, and runs it or throws. The check is
   * skipped if a concurrent one has proved the same password. Throws a DomainError `busy` when too many checks wait.
   */
  verifyPassword(
    password: string,
    hash: string,
    watch?: (check: () => Promise<boolean>) => Promise<boolean>,
  ): Promise<boolean>
  /** Whether a recent check proved that a password matches a hash. Without it, each login is checked. */
  isRecentlyVerified?(password: string, hash: string): boolean
  /** Whether a hash uses an outdated algorithm and is replaced at the next login. Without it, no hash is replaced. */
  isOutdated?(hash: string): boolean
  /** A hash that matches no password and takes as long to check as a real one. */
  readonly dummyHash: string
  /** Signs and reads tokens; without it, token login is unavailable. */
  readonly tokens?: Tokens
  /** Sends mails; without it, none is sent. */
  readonly mailer?: Mailer
  /** URL of the site root, if it is known: links to it lead to objects of the site under any other base URL. */
  readonly publicUrl?: string
  /** Lifetime in milliseconds of a token that sets a password; 24 hours by default. */
  readonly resetLifetime?: number
  /** Program versions by name, such as `{ plenum: '1.0.0', node: '22.1.0' }`, for site administrators. */
  readonly versions?: Readonly<Record<string, string>>
  /** A cache for expensive payloads; without it, each request computes them. */
  readonly memoizing?: Memoizing
}

/** The cache of a site, with the release that its values belong to. */
export interface Memoizing {
  readonly memoizer: Memoizer
  /** Identifies the release of the program: values cached by other releases are ignored. */
  readonly buildId: string
}

export interface ImageToScale {
  /** Digest of the image data. */
  readonly digest: string
  readonly contentType: string
  /** Target size in pixels. */
  readonly width: number
  readonly height: number
  /** Whether parts at both sides or at the bottom are cut off to get the target's aspect; otherwise it has that already. */
  readonly isCropped?: boolean
  /** The image data; null if the file was deleted. Not called if the result is cached. */
  read(): Promise<Uint8Array | null>
}

/** The properties of an uploaded file, with its bytes. */
export interface ReadUpload extends Upload {
  readonly bytes: Uint8Array
}

/** The platform and the model of a site, for operations. */
export interface Environment extends Platform, Indexing {
  readonly registry: Registry
  readonly workflows: Workflows
  readonly vocabularies: ReadonlyMap<string, Vocabulary>
  /** The state of the stores at a moment after the call. Nearly every request calls it. */
  state(): Promise<SiteState>
  readonly invalidations: Invalidations
  /** The same environment with the behaviors and workflows that a site root chose for types. */
  at(root: ContentNode | undefined): Environment
  /** Functions that run at each transition, in this order. */
  readonly subscribers: readonly TransitionSubscriber[]
  /** Functions by the names that guards and variables of workflows refer to. */
  readonly expressions: ReadonlyMap<string, Expression>
}

/** Stamps that identify a state of a site within one process: content, votes, and users with groups. */
export interface SiteState extends StoreState {
  readonly people: string
}

/** A mail in plain text to one address. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Sends mails of a site. */
export interface Mailer {
  /** Public URL of the site, used in links of mails; no slash at its end. */
  readonly base: string
  /**
   * Runs `prepare` in the background and sends the mail; null sends none. The caller does not wait, so that neither the
   * answer nor its timing reveals whether a mail was sent.
   */
  post(prepare: () => Promise<Mail | null>): void
}

/** The claims of a login token, named as in JWT (RFC 7519, 4.1). */
export interface TokenClaims {
  /** Id of the user. */
  readonly sub: string
  readonly fullname: string
  /** Issue time in seconds since 1970. */
  readonly iat: number
  /** Expiry in whole seconds since 1970. */
  readonly exp: number
  /** Id of the login, shared by renewed tokens. */
  readonly sid: string
  /** A digest that changes with the password of the user. */
  readonly epoch: string
}

export interface TokenKey {
  readonly id: string
  readonly secret: string
}

/** Signs and reads login tokens: JWT signed with HS256. */
export interface Tokens {
  /** Lifetime of a token in milliseconds. */
  readonly lifetime: number
  /** A token with these claims, and the id of its key in the header. */
  sign(claims: TokenClaims, key: TokenKey): Promise<string>
  /** The claims of a token signed with one of the keys; null for anything else. Expiry is not checked. */
  read(token: string, keys: readonly TokenKey[]): Promise<TokenClaims | null>
}

/** The hidden field of the site root with the HMAC secret, the same in all processes. */
export const secretField = 'site_secret'

export function siteSecret(root: ContentNode | undefined): string {
  const secret = root?.fields[secretField]
  if (typeof secret === 'string') return secret
  throw new Error('The site has no secret yet: call `initialize` before anything else.')
}

/** 64 random hexadecimal digits from a cryptographic generator. */
export const newSecret = ({ randomBytes }: Pick<Platform, 'randomBytes'>): string => hexOf(randomBytes(32))

export const readRoot = async ({ store }: Pick<Platform, 'store'>): Promise<ContentNode | undefined> =>
  (await store.read(reader => reader.open(rootPath))).lineage[0]
