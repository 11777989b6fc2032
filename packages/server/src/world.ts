import { createHmac, randomBytes } from 'node:crypto'
import type { World } from '@plenum/core'
import { transliterate } from 'transliteration'
import { cleanHtml } from './cleanHtml.js'
import { hashPassword, passwordCosts, rememberVerified, verifyPassword } from './passwords.js'
import { readUpload } from './uploads.js'

const minute = 60_000

export interface Stores {
  readonly content: World['store']
  readonly users: World['users']
}

/** What core asks of the world, as this process has it. `passwordCost` is that of new hashes, as a power of two. */
export function createWorld(stores: Stores, passwordCost: number = passwordCosts.usual): World {
  return {
    store: stores.content,
    users: stores.users,
    now: Date.now,
    newUid: () => randomBytes(16).toString('hex'),
    randomBytes: count => randomBytes(count),
    keyedDigest: (key, text) => createHmac('sha256', key).update(text).digest('base64url'),
    transliterate: text => transliterate(text),
    readUpload,
    cleanHtml,
    hashPassword: password => hashPassword(password, passwordCost),
    verifyPassword: rememberVerified(verifyPassword, {
      lifetime: 5 * minute,
      most: 10_000,
      now: () => performance.now(),
    }),
  }
}
