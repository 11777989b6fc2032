import type { ServerResponse } from 'node:http'
import { factsOf, type OnRequest } from '@plenum/express-adapter'
import type { Logger } from 'pino'
import type { CountRequest } from './metrics/requestMetrics.js'

export interface Watching {
  readonly log: Logger
  readonly countRequest?: CountRequest | undefined
  /**
   * Whether the path may lead to a poll or to content in a poll, directly or through a redirect. The log line of a
   * request includes the address and the user only if this function returns false. If the function is undefined, log
   * lines never include the address and the user (docs/operate.md, The log).
   */
  readonly mayBePoll?: ((path: string) => Promise<boolean>) | undefined
}

/**
 * Counts each request and writes a log line for it. The level is `error` if the status is 500 or higher. The line
 * contains neither the query nor the headers, because they may contain private data.
 */
export function watchRequests({ log, countRequest, mayBePoll }: Watching): OnRequest {
  return (req, res, id) => {
    const isLogged = log.isLevelEnabled('error')
    if (!isLogged && !countRequest) return
    const startedAt = performance.now()
    const { method, url = '' } = req
    // The address must be read now, because it is available only while the connection is open.
    const address = mayBePoll && isLogged ? req.ip : undefined
    res.on('close', () => {
      const duration = performance.now() - startedAt
      countRequest?.(res, duration)
      const level = res.statusCode >= 500 ? 'error' : 'info'
      if (!log.isLevelEnabled(level)) return
      const path = loggedPath(url)
      const ms = Math.round(duration * 10) / 10
      const ended = { id, method, path, status: res.statusCode, ms }
      const line = res.writableFinished ? ended : { ...ended, aborted: true }
      if (!mayBePoll) log[level](line, 'request')
      else void senderOf(res, address, mayBePoll).then(sender => log[level]({ ...line, ...sender }, 'request'))
    })
  }
}

/** Matches the endpoints that are followed by a token in the path. */
const endpointWithToken = /[/\\](?:passwordreset|@unsubscribe)(?=[/\\])/i

/**
 * Returns the path of a URL, with its tokens removed. Percent-encoded ASCII characters are decoded before the search
 * for tokens, because mail programs and proxies may encode the `@` of an endpoint.
 */
function loggedPath(url: string): string {
  const end = url.indexOf('?')
  const path = end < 0 ? url : url.slice(0, end)
  const decoded = path.includes('%') ? path.replace(/%[2-7][0-9a-f]/gi, decodeURIComponent) : path
  const endpoint = endpointWithToken.exec(decoded)
  return endpoint ? `${decoded.slice(0, endpoint.index + endpoint[0].length)}/***` : path
}

/**
 * Returns the address and user of a request, or an empty object if the request may concern a poll. The promise never
 * rejects.
 */
async function senderOf(
  res: ServerResponse,
  address: string | undefined,
  mayBePoll: (path: string) => Promise<boolean>,
): Promise<{ readonly address?: string | undefined; readonly user?: string }> {
  const facts = factsOf(res)
  if (!facts || facts.view === '@vote' || facts.view === '@poll' || (await mayBePoll(facts.path).catch(() => true)))
    return {}
  return facts.caller?.kind === 'member' ? { address, user: facts.caller.id } : { address }
}

/** Logs a request that could not be parsed. The log does not contain the content of the request. */
export function logRefused(log: Logger): (error: Error, id: string) => void {
  return (error, id) => log.info({ id, code: (error as NodeJS.ErrnoException).code }, 'unreadable request')
}
