import type { ServerResponse } from 'node:http'
import { factsOf, type OnRequest } from '@plenum/express-adapter'
import type { Logger } from 'pino'
import type { CountRequest } from './metrics/requestMetrics.js'

export interface Watching {
  readonly log: Logger
  readonly countRequest?: CountRequest | undefined
  /**
   * Whether content at a path is a poll, or in one, or was there once. The lines of all other requests have the address
   * and the user; none has them when this is left out (docs/operate.md, The log).
   */
  readonly mayBePoll?: ((path: string) => Promise<boolean>) | undefined
}

/** Logs one line for each request, without query and headers, which can contain private data, and counts it. */
export function watchRequests({ log, countRequest, mayBePoll }: Watching): OnRequest {
  return (req, res, id) => {
    const isLogged = log.isLevelEnabled('info')
    if (!isLogged && !countRequest) return
    const begun = performance.now()
    const { method, url = '' } = req
    // Known only as long as the connection is open.
    const address = mayBePoll && isLogged ? req.ip : undefined
    res.on('close', () => {
      const duration = performance.now() - begun
      countRequest?.(res, duration)
      if (!isLogged) return
      const [path] = url.split('?', 1)
      const ms = Math.round(duration * 10) / 10
      const ended = { id, method, path, status: res.statusCode, ms }
      const line = res.writableFinished ? ended : { ...ended, aborted: true }
      if (!mayBePoll) log.info(line, 'request')
      else void senderOf(res, address, mayBePoll).then(sender => log.info({ ...line, ...sender }, 'request'))
    })
  }
}

/** Never rejects. Who asked for what the line names is told only when that is known to be no poll. */
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

/** Logs one line for a request that could not be parsed, without its content. */
export function logRefused(log: Logger): (error: Error, id: string) => void {
  return (error, id) => log.info({ id, code: (error as NodeJS.ErrnoException).code }, 'unreadable request')
}
