import { createLruCache } from '@plenum/memoize'
import type { KnownOrigins, LoginOrigin } from '../../security/loginLimits.js'
import { type Environment, readRoot, siteSecret } from '../run/environment.js'

const day = 24 * 60 * 60 * 1000
const lifetime = 90 * day
/** The maximum number of stored login origins per user. */
const maxPlaces = 100
/** The limits of the cache of login origins that this process has recently stored. */
const writtenCacheLimits = { entries: 10_000, bytes: Number.POSITIVE_INFINITY }

type PlacesEnvironment = Pick<Environment, 'store' | 'users' | 'hmac' | 'now'>

/**
 * Creates the store of login origins, which consist of a login name and a network. They are stored as keyed digests, so
 * that a copy of the database does not disclose the networks of users.
 */
export function loginPlaces(environment: PlacesEnvironment): KnownOrigins {
  const { users, now } = environment
  const digestOf = placeDigests(environment)
  const recent = createLruCache<true>(writtenCacheLimits, now)
  /** Stores an origin at most once a day. */
  const add = async (user: string, digest: string): Promise<void> => {
    if (recent.get(digest)) return
    recent.set(digest, { value: true, owner: user, bytes: 1, lifetime: day })
    const time = now()
    const last = await users.lastLoginFrom(digest)
    if (last !== null && last > time - day) return
    await users.storeLoginOrigin(user, { origin: digest, time, since: time - lifetime, limit: maxPlaces })
  }
  return {
    isKnown: async place => {
      const last = await users.lastLoginFrom(await digestOf(place))
      return last !== null && last > now() - lifetime
    },
    add: (user, place) => {
      // The login must not fail if the origin cannot be stored.
      void digestOf(place)
        .then(digest => add(user, digest).catch(() => recent.delete(digest)))
        .catch(() => {})
    },
  }
}

function placeDigests(environment: PlacesEnvironment): (place: LoginOrigin) => Promise<string> {
  let secret: string | undefined
  return async ({ name, address }) => {
    secret ??= siteSecret(await readRoot(environment))
    return environment.hmac(secret, JSON.stringify(['login place', address, name]))
  }
}
