import { createSecretKey, type KeyObject } from 'node:crypto'
import type { TokenClaims, TokenKey, Tokens } from '@plenum/core'
import type { VerifyOptions } from 'jsonwebtoken'

const twelveHours = 12 * 60 * 60 * 1000
const algorithm = 'HS256'
/** Times are judged by the clock of the site. */
const options: VerifyOptions = { algorithms: [algorithm], ignoreExpiration: true }

/** Loaded with the first token: that takes 35 ms, and most programs that embed a site never need it. */
const loadLibrary = async () => (await import('jsonwebtoken')).default

/** Of a text the library tries first whether it is a public key, which takes half a millisecond. */
const keyOf = ({ secret }: TokenKey): KeyObject => createSecretKey(secret, 'utf8')

/** Tokens as JWT that are signed with HS256; of the header of a token nothing is believed but the id of its key. */
export function createTokens(lifetime: number = twelveHours): Tokens {
  return {
    lifetime,
    sign: async (claims, key) => (await loadLibrary()).sign({ ...claims }, keyOf(key), { algorithm, keyid: key.id }),
    read: async (token, keys) => {
      const { decode, verify } = await loadLibrary()
      try {
        const kid = decode(token, { complete: true })?.header.kid
        const key = keys.find(({ id }) => id === kid)
        return key ? (verify(token, keyOf(key), options) as unknown as TokenClaims) : null
      } catch {
        return null
      }
    },
  }
}
