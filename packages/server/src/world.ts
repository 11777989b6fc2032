import { createHmac, randomBytes } from 'node:crypto'
import type { Memoizing, World } from '@plenum/core'
import { transliterate } from 'transliteration'
import { cleanHtml } from './cleanHtml.js'
import { hashPassword, rememberVerified, verifyPassword } from './passwords.js'
import { readUpload } from './uploads.js'

const minute = 60_000

/** What core asks of the world, as this process has it. */
export function createWorld(
  stores: { readonly content: World['store']; readonly users: World['users'] },
  memoizing?: Memoizing,
): World {
  return {
    store: stores.content,
    users: stores.users,
    ...(memoizing ? { memoizing } : {}),
    now: Date.now,
    newUid: () => randomBytes(16).toString('hex'),
    randomBytes: count => randomBytes(count),
    keyedDigest: (key, text) => createHmac('sha256', key).update(text).digest('base64url'),
    transliterate: text => transliterate(text),
    readUpload,
    cleanHtml,
    hashPassword,
    verifyPassword: rememberVerified(verifyPassword, {
      lifetime: 5 * minute,
      most: 10_000,
      now: () => performance.now(),
    }),
  }
}
