export interface Session {
  /** The current token, or null if no user is logged in. */
  readonly token: string | null
  set(token: string | null): void
  /** Returns the current token. If 90 % of the token's lifetime has passed, first renews the token. */
  current(): Promise<string | null>
}

export interface SessionOptions {
  readonly token: string | null
  /** Requests a new token from the service. The argument is the current token. */
  readonly renew: (token: string) => Promise<string>
  readonly onToken: ((token: string | null) => void) | undefined
  /** Returns the current time, in milliseconds since the epoch. */
  readonly now: () => number
}

/**
 * The minimum time between two renewals, in milliseconds, which limits the number of requests if the clock of the
 * client is wrong.
 */
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
  /**
   * Renews the token. If the renewal fails, the old token is still used, because it remains valid for the last tenth of
   * its lifetime.
   */
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

/**
 * Returns the time at which 90 % of the token's lifetime will have passed, or Infinity if the token does not expire.
 */
function dueTime(token: string | null, now: number): number {
  const expires = token === null ? null : expiryOf(token)
  return expires === null ? Number.POSITIVE_INFINITY : now + 0.9 * (expires - now)
}

/**
 * Returns the expiry time in a JSON Web Token, in milliseconds since the epoch, or null if the token does not contain
 * it.
 */
function expiryOf(token: string): number | null {
  try {
    const [, payload = ''] = token.split('.')
    const { exp }: { exp?: unknown } = JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/')))
    return typeof exp === 'number' ? exp * 1000 : null
  } catch {
    return null
  }
}
