import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import {
  createScheduler,
  type Mailer,
  type Memoizing,
  type Platform,
  type ProgrammeReader,
  type Scheduler,
} from '@plenum/core'
import { compileSchema } from './compileSchema.js'
import { cleanHtml } from './html/cleanHtml.js'
import { openHtmlCleaner } from './html/openHtmlCleaner.js'
import { openImageScaler } from './images/openImageScaler.js'
import { nextSlice } from './nextSlice.js'
import { createPasswords, type PasswordMonitor } from './passwords/createPasswords.js'
import { programVersions } from './programVersions.js'
import { sha256 } from './sha256.js'
import { createTokens } from './tokens/createTokens.js'
import { readUpload } from './uploads/readUpload.js'

export interface Stores {
  readonly content: Platform['store']
  readonly users: Platform['users']
  /** The store of all data, for backups and `plenum doctor`. */
  readonly whole?: NonNullable<Platform['whole']>
  /** The store of webhooks and their deliveries. */
  readonly webhooks?: NonNullable<Platform['webhooks']>
  /** The queue of emails to the presenters of an event. */
  readonly mails?: NonNullable<Platform['mails']>
  /** The store of files in forms that have not been saved yet. */
  readonly pendingUploads?: NonNullable<Platform['pendingUploads']>
}

export interface NodePlatformOptions {
  /** The cost of new password hashes, as an exponent of two. Defaults to 15. */
  readonly passwordCost?: number
  /** The maximum number of passwords that are hashed or checked concurrently. Defaults to 2. */
  readonly passwordChecks?: number
  /** The lifetime of login tokens in milliseconds. Defaults to 12 hours. */
  readonly tokenLifetime?: number
  /** Sends emails. If it is omitted, the site sends no emails. */
  readonly mailer?: Mailer
  /** The lifetime of password reset tokens in milliseconds. Defaults to 24 hours. */
  readonly resetLifetime?: number
  /**
   * The URL of the site root, without a trailing slash. Links that begin with this URL are treated as internal links.
   */
  readonly publicUrl?: string
  /** A cache for expensive payloads. If it is omitted, payloads are computed for each request. */
  readonly memoizing?: Memoizing
  /** Reads schedules for imports. If it is omitted, schedules cannot be imported in the browser. */
  readonly programmes?: ProgrammeReader
  /** The scheduler, which all code in the process must share. Defaults to the scheduler of the process. */
  readonly scheduler?: Scheduler
}

/**
 * Creates the scheduler of a process. `longRequests` is the maximum number of long tasks, such as listings and imports,
 * that run concurrently.
 */
export const createProcessScheduler = (longRequests?: number): Scheduler =>
  createScheduler({
    now: () => performance.now(),
    nextSlice,
    ...(longRequests === undefined ? {} : { long: longRequests }),
  })

const processScheduler = createProcessScheduler()
/**
 * The HTML sanitizer, which all sites in the process share. Its only thread is started for the first long HTML string,
 * and does not keep the process alive.
 */
const htmlCleaner = openHtmlCleaner()
/** The image scaler, which all sites in the process share, because they also share the processor and the memory. */
const imageScaler = openImageScaler()

/**
 * Resolves to the reason why this process cannot scale images, or to null if it can. If sharp seems to be installed,
 * the promise resolves after sharp has been loaded for the first image.
 */
export const imageProblem = imageScaler.problem

/**
 * Creates the platform of a site that runs on Node. The platform consists of the given stores and of a clock,
 * randomness, passwords, HTML sanitizing and threads.
 *
 * @example
 * const platform = createNodePlatform({ content: memoryContentStore(), users: memoryUserDirectory() })
 * const site = createSite(platform)
 */
export function createNodePlatform(stores: Stores, options: NodePlatformOptions = {}): Platform & PasswordMonitor {
  const { mailer, resetLifetime, publicUrl, memoizing, programmes } = options
  return {
    store: stores.content,
    users: stores.users,
    ...(stores.whole ? { whole: stores.whole } : {}),
    ...(stores.webhooks ? { webhooks: stores.webhooks } : {}),
    ...(stores.mails ? { mails: stores.mails } : {}),
    ...(stores.pendingUploads ? { pendingUploads: stores.pendingUploads } : {}),
    singleFlight: oncePerIteration,
    ...(memoizing ? { memoizing } : {}),
    ...(mailer ? { mailer } : {}),
    ...(programmes ? { programmes } : {}),
    ...(resetLifetime === undefined ? {} : { resetLifetime }),
    ...(publicUrl === undefined ? {} : { publicUrl }),
    scheduler: options.scheduler ?? processScheduler,
    now: Date.now,
    // `randomUUID` is fast, because Node generates the random bytes for many UUIDs in one call.
    newUid: () => randomUUID().replaceAll('-', ''),
    randomBytes: count => randomBytes(count),
    digest: sha256,
    hmac: (key, text) => createHmac('sha256', key).update(text).digest('base64url'),
    versions: programVersions(),
    transliterate,
    readUpload,
    compileSchema,
    cleanHtml,
    cleanLongHtml: htmlCleaner.clean,
    scaleImage: imageScaler.scale,
    tokens: createTokens(options.tokenLifetime),
    ...createPasswords({ cost: options.passwordCost, checks: options.passwordChecks }),
  }
}

/**
 * Returns a function whose calls in the same event loop iteration share one query (single flight). The query starts
 * after the last of these calls, so that each caller gets a current result.
 */
function oncePerIteration<T>(query: () => Promise<T>): () => Promise<T> {
  let pending: Promise<T> | undefined
  return () => {
    pending ??= new Promise((resolve, reject) => {
      setImmediate(() => {
        pending = undefined
        query().then(resolve, reject)
      })
    })
    return pending
  }
}

const load = createRequire(import.meta.url)
/**
 * Loads the library only for the first string with characters outside printable ASCII, because its tables take 50 ms
 * and 15 MB to load.
 */
const library = (): typeof import('transliteration') => load('transliteration')

const ascii = /^[\x20-\x7e]*$/

/** Transliterates a string to ASCII (see `Platform.transliterate`). For example, `Über Ж` becomes `Uber Zh`. */
export const transliterate = (text: string): string => (ascii.test(text) ? text : library().transliterate(text))
