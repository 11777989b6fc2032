import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { createScheduler, type Mailer, type Memoizing, type Platform, type Scheduler } from '@plenum/core'
import { cleanHtml } from './html/cleanHtml.js'
import { openHtmlCleaner } from './html/openHtmlCleaner.js'
import { openImageScaler } from './images/openImageScaler.js'
import { nextSlice } from './nextTurn.js'
import { oncePerTurn } from './oncePerTurn.js'
import { createPasswords, type PasswordWork } from './passwords/createPasswords.js'
import { programVersions } from './programVersions.js'
import { sha256 } from './sha256.js'
import { createTokens } from './tokens/createTokens.js'
import { transliterate } from './transliterate.js'
import { readUpload } from './uploads/readUpload.js'

export interface Stores {
  readonly content: Platform['store']
  readonly users: Platform['users']
  /** All that both keep, for copies of the site and its examination. */
  readonly whole?: NonNullable<Platform['whole']>
}

export interface WorldOptions {
  /** The cost of new password hashes, as an exponent of two; 15 by default. */
  readonly passwordCost?: number
  /** How many passwords are hashed or checked at the same time; 2 by default. */
  readonly passwordChecks?: number
  /** Milliseconds for which a login by a token is valid; 12 hours unless told otherwise. */
  readonly tokenLifetime?: number
  /** What sends mails; nobody is sent any when it is left out. */
  readonly mailer?: Mailer
  /** Milliseconds for which a token that sets a password is valid; 24 hours unless told otherwise. */
  readonly resetLifetime?: number
  /** A cache for expensive payloads; without it they are made for each request. */
  readonly memoizing?: Memoizing
  /** By default the turns of the process. Your own turns must be used by everything in the process. */
  readonly scheduler?: Scheduler
}

/** The turns of a process. `longRequests` limits the long work that runs at once, such as listings and imports. */
export function createProcessTurns(longRequests?: number): Scheduler {
  return createScheduler({
    now: () => performance.now(),
    nextSlice,
    ...(longRequests === undefined ? {} : { long: longRequests }),
  })
}

const processTurns = createProcessTurns()
/** One thread for all sites of the process. It starts with the first long HTML, and does not keep the process alive. */
const htmlCleaner = openHtmlCleaner()
/** One for all sites of the process: they share its processors and its memory. */
const imageScaler = openImageScaler()

/** Why images cannot be made smaller in this process; null when they can, which is known with the first of them. */
export const imageProblem = imageScaler.problem

/**
 * The world of a site on Node: clock, randomness, passwords, clean HTML and threads, with your stores.
 *
 * @example
 * const world = createWorld({ content: memoryContentStore(), users: memoryUserDirectory() })
 * const site = createSite(world)
 */
export function createNodePlatform(
  stores: Stores,
  {
    passwordCost,
    passwordChecks,
    tokenLifetime,
    mailer,
    resetLifetime,
    memoizing,
    scheduler = processTurns,
  }: WorldOptions = {},
): Platform & PasswordWork {
  return {
    store: stores.content,
    users: stores.users,
    ...(stores.whole ? { whole: stores.whole } : {}),
    singleFlight: oncePerTurn,
    ...(memoizing ? { memoizing } : {}),
    ...(mailer ? { mailer } : {}),
    ...(resetLifetime === undefined ? {} : { resetLifetime }),
    scheduler,
    now: Date.now,
    // Node draws the bytes of many UUIDs at once.
    newUid: () => randomUUID().replaceAll('-', ''),
    randomBytes: count => randomBytes(count),
    digest: sha256,
    hmac: (key, text) => createHmac('sha256', key).update(text).digest('base64url'),
    versions: programVersions(),
    transliterate,
    readUpload,
    cleanHtml,
    cleanLongHtml: htmlCleaner.clean,
    scaleImage: imageScaler.scale,
    tokens: createTokens(tokenLifetime),
    ...createPasswords({
      ...(passwordCost === undefined ? {} : { cost: passwordCost }),
      ...(passwordChecks === undefined ? {} : { checks: passwordChecks }),
    }),
  }
}
