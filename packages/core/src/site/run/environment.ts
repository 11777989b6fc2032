import type { Memoizer } from '@plenum/memoize'
import type { Indexing } from '../../content/catalog/catalogEntry.js'
import type { Upload } from '../../content/fields/reading.js'
import type { Registry } from '../../content/model/model.js'
import type { Vocabulary } from '../../content/model/vocabulary.js'
import type { ContentNode } from '../../content/node/node.js'
import type { BallotBox } from '../../content/store/ballots.js'
import type { ContentStore, StoreState } from '../../content/store/contentStore.js'
import type { PendingUploadStore } from '../../content/store/pendingUploads.js'
import type { ProgrammeReader } from '../../event/programme.js'
import { hexOf } from '../../foundation/hex.js'
import type { Instant } from '../../foundation/instants.js'
import type { JsonObject } from '../../foundation/json.js'
import type { Message } from '../../foundation/messages.js'
import { rootPath } from '../../foundation/paths.js'
import type { Scheduler } from '../../foundation/scheduler.js'
import type { MailStore } from '../../mails/mail.js'
import type { UserDirectory } from '../../people/userDirectory.js'
import type { WholeStore } from '../../portable/wholeStore.js'
import type { WebhookStore } from '../../webhooks/webhook.js'
import type { Workflows } from '../../workflow/chain.js'
import type { Expression } from '../../workflow/definition.js'
import type { TransitionSubscriber } from '../../workflow/subscriber.js'
import type { ChangeSubscriber } from '../changes/changeSubscriber.js'
import type { Invalidations } from './invalidations.js'

/**
 * The services that core requires (its ports), such as stores, a clock, random numbers and password hashing.
 * `createNodePlatform` in @plenum/platform provides them.
 */
export interface Platform {
  readonly store: ContentStore & BallotBox
  readonly users: UserDirectory
  /** Raw access to all data of the site. If omitted, backups and consistency checks are not available. */
  readonly whole?: WholeStore
  /** The store of webhooks and their deliveries. If omitted, the site has no webhooks. */
  readonly webhooks?: WebhookStore
  /** The queue of emails to presenters. If omitted, the site sends no such emails. */
  readonly mails?: MailStore
  /**
   * The store of files in forms that have not been saved yet. If omitted, the user must select the files again after a
   * form was refused.
   */
  readonly pendingUploads?: PendingUploadStore
  /** Reads schedules for imports. If omitted, schedules cannot be imported in the browser. */
  readonly programmes?: ProgrammeReader
  /** The scheduler of the process, which all sites in the process share. */
  readonly scheduler: Scheduler
  now(): Instant
  /**
   * Wraps a query, so that concurrent callers share one execution that begins after all of their calls. If omitted,
   * each caller runs a separate query.
   */
  singleFlight?<T>(query: () => Promise<T>): () => Promise<T>
  /** Returns 32 random hexadecimal digits. */
  newUid(): string
  /** Returns `count` cryptographically secure random bytes. */
  randomBytes(count: number): Uint8Array
  /** Returns a collision-resistant one-way digest, in characters that are safe in URLs and headers. */
  digest(text: string): string
  /** Returns the HMAC of `text` with `key`, in characters that are safe in URLs and headers. */
  hmac(key: string, text: string): string
  /** Transliterates letters of all scripts to ASCII. For example, `Über Ж` becomes `Uber Zh`. */
  transliterate(text: string): string
  /** Decodes base64 and determines the properties of the file. Returns undefined if the base64 is invalid. */
  readUpload(data: string): ReadUpload | undefined
  /**
   * Scales an image down in its original format. Returns null if this is impossible or too expensive. Throws a
   * DomainError `busy` if too many images are queued. If omitted, images are served in their original size.
   */
  scaleImage?(image: ImageToScale): Promise<Uint8Array | null>
  /** Removes executable content from HTML, or returns the reason why the HTML is rejected. */
  cleanHtml(html: string): string | Message
  /**
   * Sanitizes several strings in another thread, with the same results as `cleanHtml`. If omitted, `cleanHtml` is used
   * instead.
   */
  cleanLongHtml?(texts: readonly string[]): Promise<readonly (string | Message)[]>
  /** Hashes a password for storage. Throws a DomainError `busy` if too many passwords are queued. */
  hashPassword(password: string): Promise<string>
  /**
   * Checks whether a password matches a hash. `watch` receives a function that runs the check, and either calls the
   * function or throws. The check is skipped if a concurrent check has verified the same password. Throws a DomainError
   * `busy` if too many checks are queued.
   */
  verifyPassword(
    password: string,
    hash: string,
    watch?: (check: () => Promise<boolean>) => Promise<boolean>,
  ): Promise<boolean>
  /** Whether the password was recently verified against the hash. If omitted, every login verifies the password. */
  isRecentlyVerified?(password: string, hash: string): boolean
  /**
   * Whether the hash uses an outdated algorithm and must be replaced at the next login. If omitted, no hash is
   * replaced.
   */
  isOutdated?(hash: string): boolean
  /** A hash that matches no password. A check against this hash takes as long as any other check. */
  readonly dummyHash: string
  /** Signs and reads tokens. If omitted, logins with tokens are not available. */
  readonly tokens?: Tokens
  /** Sends emails. If omitted, no emails are sent. */
  readonly mailer?: Mailer
  /**
   * The URL of the site root, if the URL is known. Links to this URL are treated as internal links, even if a request
   * uses a different base URL.
   */
  readonly publicUrl?: string
  /** The lifetime of password reset tokens in milliseconds. Defaults to 24 hours. */
  readonly resetLifetime?: number
  /**
   * Compiles a JSON Schema for the input of an application's operation. Throws an Error if the schema is invalid. If
   * omitted, operations of applications cannot have an input.
   */
  compileSchema?(schema: JsonObject): CheckJson
  /**
   * The software versions that site administrators can view, by name, such as `{ plenum: '1.0.0', node: '22.1.0' }`.
   */
  readonly versions?: Readonly<Record<string, string>>
  /** A cache for expensive payloads. If omitted, payloads are computed for each request. */
  readonly memoizing?: Memoizing
}

/** Returns the problems in a JSON value, one phrase per problem. The list is empty if the value is valid. */
export type CheckJson = (value: unknown) => readonly string[]

/** The cache of a site, and the program release to which its values belong. */
export interface Memoizing {
  readonly memoizer: Memoizer
  /** The id of the program release. Cached values from other releases are ignored. */
  readonly buildId: string
}

export interface ImageToScale {
  /** The digest of the image data. */
  readonly digest: string
  readonly contentType: string
  /** The target size in pixels. */
  readonly width: number
  readonly height: number
  /**
   * Whether the image must be cropped to the aspect ratio of the target, on both sides or at the bottom. Otherwise, the
   * image already has this aspect ratio.
   */
  readonly isCropped?: boolean
  /** The client's network address. The scaler alternates between addresses with queued images. */
  readonly address?: string
  /**
   * Returns the image data, or null if the file has been deleted. The function is not called if the result is cached.
   */
  read(): Promise<Uint8Array | null>
}

/** An uploaded file: its properties and its bytes. */
export interface ReadUpload extends Upload {
  readonly bytes: Uint8Array
}

export interface Environment extends Platform, Indexing {
  readonly registry: Registry
  readonly workflows: Workflows
  readonly vocabularies: ReadonlyMap<string, Vocabulary>
  /** Returns the current state of the site. The function must be fast, because almost every request calls it. */
  state(): Promise<SiteState>
  readonly invalidations: Invalidations
  /** Returns an environment with the behaviors and workflows that the site root selects for types. */
  at(root: ContentNode | undefined): Environment
  /** The hooks that run at each transition, in the order of this list. */
  readonly subscribers: readonly TransitionSubscriber[]
  readonly changeSubscribers: readonly ChangeSubscriber[]
  /** The functions, by name, that workflow guards and variables can call. */
  readonly expressions: ReadonlyMap<string, Expression>
}

/** The stamps that identify a state of a site within a process: for content, for votes, and for users and groups. */
export interface SiteState extends StoreState {
  readonly people: string
}

/** A plain-text email to one address. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Sends the emails of a site. */
export interface Mailer {
  /** The public URL of the site for links in emails, without a trailing slash. */
  readonly base: string
  /**
   * Runs `prepare` in the background and sends the resulting email, unless the result is null. The caller does not
   * wait, so that neither the response nor its timing discloses whether an email was sent.
   */
  post(prepare: () => Promise<Mail | null>): void
}

/** The claims of a login token, named as in JWT (RFC 7519, section 4.1). */
export interface TokenClaims {
  /** The id of the user. */
  readonly sub: string
  readonly fullname: string
  /** The time when the token was issued, in seconds since 1970. */
  readonly iat: number
  /** The time when the token expires, in whole seconds since 1970. */
  readonly exp: number
  /** The id of the login. Renewed tokens have the same id. */
  readonly sid: string
  /** A digest that changes whenever the user's password changes. */
  readonly epoch: string
}

export interface TokenKey {
  readonly id: string
  readonly secret: string
}

/** Signs and reads login tokens, which are JWTs with HS256 signatures. */
export interface Tokens {
  /** The lifetime of a token in milliseconds. */
  readonly lifetime: number
  /** Returns a signed token with the given claims and, in its header, the id of the key. */
  sign(claims: TokenClaims, key: TokenKey): Promise<string>
  /**
   * Returns the claims of a token, even if the token has expired. Returns null if the token was not signed with one of
   * the keys.
   */
  read(token: string, keys: readonly TokenKey[]): Promise<TokenClaims | null>
}

/** The internal field of the site root that stores the HMAC secret, which all processes share. */
export const secretField = 'site_secret'

export function siteSecret(root: ContentNode | undefined): string {
  const secret = root?.fields[secretField]
  if (typeof secret === 'string') return secret
  throw new Error('The site has no secret yet: call `initialize` before anything else.')
}

/** Returns a cryptographically secure random string of 64 hexadecimal digits. */
export const newSecret = ({ randomBytes }: Pick<Platform, 'randomBytes'>): string => hexOf(randomBytes(32))

export const readRoot = async ({ store }: Pick<Platform, 'store'>): Promise<ContentNode | undefined> =>
  (await store.read(reader => reader.open(rootPath))).lineage[0]
