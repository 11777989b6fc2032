import type { CachedFunction } from '../calls/cachedFunction.js'
import type { MemoizeSettings } from '../settings/settings.js'
import type { FunctionStatus, MemoizeStatus, ServerStatus, SettingsStatus } from '../status/memoizeStatus.js'
import { type Breaker, secondsUntilRetry } from '../store/breaker.js'
import type { ServerDescription } from '../store/sharedStore.js'

export const settingsStatus = (settings: MemoizeSettings, maskedUrl: string | null): SettingsStatus => ({
  exclude: settings.exclude,
  include: settings.include,
  max_size: settings.maxSize,
  prefix: settings.prefix,
  retry_after: settings.retryAfter,
  timeout: settings.timeout,
  ttl: settings.ttl,
  url: maskedUrl,
})

export function breakerStatus(breaker: Breaker, now: number): MemoizeStatus['breaker'] {
  return { open: breaker.kind !== 'closed', seconds_until_retry: secondsUntilRetry(breaker, now) }
}

export function functionsStatus(functions: Iterable<CachedFunction>): MemoizeStatus['functions'] {
  const used = [...functions].filter(({ isUsed }) => isUsed)
  const byName = used.sort((a, b) => (a.name < b.name ? -1 : 1))
  // Unlike an assignment, `fromEntries` also works for a function with the name `__proto__`.
  return Object.fromEntries(
    byName.map(({ name, routing, counters }): [string, FunctionStatus] => [
      name,
      { route: routing.route, reason: routing.reason, counters: { ...counters } },
    ]),
  )
}

/**
 * Returns a function that queries the product and the version of the server. Concurrent callers share one query. While
 * the server does not reply, the function returns the last known product (docs/caching.md, Administration endpoint).
 */
export function serverCheck(describe: () => Promise<ServerDescription>): () => Promise<ServerStatus> {
  let product = 'unknown'
  let runningCheck: Promise<ServerStatus> | null = null

  async function check(): Promise<ServerStatus> {
    const description = await describe()
    const latency = Math.round(description.latency * 1000) / 1000
    if (description.kind === 'unavailable')
      return { latency_ms: latency, product, version: null, error: description.reason }
    product = description.product
    return { latency_ms: latency, product, version: description.version, error: null }
  }

  return () => {
    runningCheck ??= check().finally(() => {
      runningCheck = null
    })
    return runningCheck
  }
}
