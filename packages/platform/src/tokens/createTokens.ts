import { createSecretKey, type KeyObject } from 'node:crypto'
import type { TokenClaims, TokenKey, Tokens } from '@plenum/core'
import type { VerifyOptions } from 'jsonwebtoken'

const twelveHours = 12 * 60 * 60 * 1000
const algorithm = 'HS256'
/**
 * The options for verification. The library is told to ignore the expiry time, because core checks it with the clock of
 * the site.
 */
const options: VerifyOptions = { algorithms: [algorithm], ignoreExpiration: true }

/** Loads the library for the first token, because loading takes 35 ms and most applications never need it. */
const loadLibrary = async () => (await import('jsonwebtoken')).default

/**
 * Returns the key as a KeyObject, so that the library does not attempt to parse the secret as a public key, which takes
 * half a millisecond.
 */
const keyOf = ({ secret }: TokenKey): KeyObject => createSecretKey(secret, 'utf8')

/**
 * Creates the functions that sign and verify JWTs with HS256. The header of a token is not trusted, except for the id
 * of the key.
 */
export const createTokens = (lifetime: number = twelveHours): Tokens => ({
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
})
