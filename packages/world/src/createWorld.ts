import { createHmac, randomBytes } from 'node:crypto'
import { createTurns, type Mailer, type Memoizing, type Turns, type World } from '@plenum/core'
import { transliterate } from 'transliteration'
import { cleanHtml } from './html/cleanHtml.js'
import { openHtmlCleaner } from './html/openHtmlCleaner.js'
import { openImageScaler } from './images/openImageScaler.js'
import { createPasswords } from './passwords/createPasswords.js'
import { programVersions } from './programVersions.js'
import { createTokens } from './tokens/createTokens.js'
import { readUpload } from './uploads/readUpload.js'

export interface Stores {
  readonly content: World['store']
  readonly users: World['users']
}

export interface WorldOptions {
  /** Of new password hashes, as a power of two. */
  readonly passwordCost?: number
  /** Passwords that are hashed or checked at the same time, in all of the site; 2 unless told otherwise. */
  readonly passwordChecks?: number
  /** Milliseconds for which a login by a token is valid; 12 hours unless told otherwise. */
  readonly tokenLifetime?: number
  /** What sends mails; nobody is sent any when it is left out. */
  readonly mailer?: Mailer
  /** Milliseconds for which a token that sets a password is valid; 24 hours unless told otherwise. */
  readonly resetLifetime?: number
  /** Keeps what is costly to make; everything is made anew when it is left out. */
  readonly memoizing?: Memoizing
  /** Those of the process when left out; whoever makes some gives them to all that share the process. */
  readonly turns?: Turns
}

/** So many pieces of long work run at the same time: a listing of everything, a move of a large tree, an import. */
export function createProcessTurns(longRequests?: number): Turns {
  return createTurns({
    now: () => performance.now(),
    nextTurn: callback => afterLoops(loopsBetween, callback),
    ...(longRequests === undefined ? {} : { long: longRequests }),
  })
}

/**
 * Node accepts one connection each time that its event loop goes round: with one round between two turns of work a crowd
 * of newcomers would wait as many turns. A round without anything to do takes some microseconds.
 */
const loopsBetween = 20

function afterLoops(loops: number, callback: () => void): void {
  if (loops === 0) callback()
  else setImmediate(afterLoops, loops - 1, callback)
}

const processTurns = createProcessTurns()
/** One thread for all sites of the process; it begins with the first long HTML and keeps no process alive. */
const htmlCleaner = openHtmlCleaner()
/** One for all sites of the process: they share its processors and its memory. */
const imageScaler = openImageScaler()

/** Why images cannot be made smaller in this process; null when they can. */
export const imageProblem = imageScaler.problem

/** What core asks of the world, as this process has it. */
export function createWorld(
  stores: Stores,
  {
    passwordCost,
    passwordChecks,
    tokenLifetime,
    mailer,
    resetLifetime,
    memoizing,
    turns = processTurns,
  }: WorldOptions = {},
): World {
  return {
    store: stores.content,
    users: stores.users,
    ...(memoizing ? { memoizing } : {}),
    ...(mailer ? { mailer } : {}),
    ...(resetLifetime === undefined ? {} : { resetLifetime }),
    turns,
    now: Date.now,
    newUid: () => randomBytes(16).toString('hex'),
    randomBytes: count => randomBytes(count),
    hmac: (key, text) => createHmac('sha256', key).update(text).digest('base64url'),
    versions: programVersions(),
    transliterate: text => transliterate(text),
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
