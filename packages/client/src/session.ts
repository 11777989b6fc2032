/** The login of a client. */
export interface Session {
  /** The current token. Null if nobody is logged in. */
  readonly token: string | null
  /** Replaces the token, for example after a login. */
  set(token: string | null): void
  /** Renews the token if 90 % of its lifetime have passed, and returns the current token. */
  current(): Promise<string | null>
}

export interface SessionOptions {
  readonly token: string | null
  /** Requests a new token with the current one. */
  readonly renew: (token: string) => Promise<string>
  readonly onToken: ((token: string | null) => void) | undefined
  /** The current time, in milliseconds since the epoch. */
  readonly now: () => number
}

/** The minimum time between two renewals, in milliseconds: the clock of the client may be wrong. */
const minInterval = 60_000

export function createSession({ token: first, renew, onToken, now }: SessionOptions): Session {
  let token = first
  let dueAt = dueTime(first, now())
  let renewal: Promise<void> | null = null
  const replace = (next: string | null): void => {
    token = next
    dueAt = Math.max(dueTime(next, now()), now() + minInterval)
    onToken?.(next)
  }
  /** A failed renewal fails no request: the token is still valid for a tenth of its lifetime. */
  const renewOnce = async (old: string): Promise<void> => {
    dueAt = now() + minInterval
    const next = await renew(old).catch(() => null)
    if (next !== null && token === old) replace(next)
  }
  return {
    get token() {
      return token
    },
    set: replace,
    current: async () => {
      if (token !== null && now() >= dueAt) renewal ??= renewOnce(token).finally(() => (renewal = null))
      await renewal
      return token
    },
  }
}

/** Returns the time at which 90 % of the lifetime have passed. Returns Infinity for a token without an expiration. */
function dueTime(token: string | null, now: number): number {
  const expires = token === null ? null : expiryOf(token)
  return expires === null ? Number.POSITIVE_INFINITY : now + 0.9 * (expires - now)
}

/** Returns the expiration in a JSON Web Token in milliseconds since the epoch, or null if there is none. */
function expiryOf(token: string): number | null {
  try {
    const [, payload = ''] = token.split('.')
    const { exp }: { exp?: unknown } = JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/')))
    return typeof exp === 'number' ? exp * 1000 : null
  } catch {
    return null
  }
}
