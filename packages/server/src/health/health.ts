import type { IncomingMessage, ServerResponse } from 'node:http'
import { whenAborted } from '../stopSignals.js'

/** Health checks for load balancers (docs/operate.md, Health). */
export interface Health {
  /** Responds to a health check and returns true. Returns false for other requests. */
  answer(req: IncomingMessage, res: ServerResponse): boolean
  /** Makes the service report that it is not ready, because it is stopping. */
  stopping(): void
}

/** Whether the database has the schema of this program. Rejects if the database does not respond. */
export type CheckSchema = () => Promise<boolean>

/** The maximum duration of the database query in a health check, in milliseconds. */
const queryTimeout = 2000

export function createHealth(isSchemaCurrent: CheckSchema): Health {
  let isStopping = false
  const look = singleFlight(() => readinessOf(isSchemaCurrent))
  const answerReady = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const readiness = { ...(await look()), stopping: isStopping }
    const isReady = readiness.database && readiness.migrations && !readiness.stopping
    send(req, res, isReady ? 200 : 503, { ready: isReady, ...readiness })
  }
  return {
    answer: (req, res) => {
      const { url = '', method } = req
      if (!isHealthCheck(url) || (method !== 'GET' && method !== 'HEAD')) return false
      if (pathOf(url) === '/healthz') send(req, res, 200, { alive: true })
      else void answerReady(req, res)
      return true
    },
    stopping: () => {
      isStopping = true
    },
  }
}

const pathOf = (url: string): string => url.split('?', 1)[0] ?? ''

/** Whether a request is a health check. This function must be fast, because it runs for every request. */
function isHealthCheck(url: string): boolean {
  const isLikely = url.startsWith('/healthz') || url.startsWith('/readyz')
  return isLikely && /^\/(?:healthz|readyz)(?:\?|$)/.test(url)
}

async function readinessOf(isSchemaCurrent: CheckSchema) {
  const late = whenAborted(AbortSignal.timeout(queryTimeout)).then(() => null)
  const isCurrent = await Promise.race([isSchemaCurrent(), late]).catch(() => null)
  return { database: isCurrent !== null, migrations: isCurrent === true }
}

/**
 * Returns a function like `query` whose concurrent calls share one query (single flight), so that health checks cannot
 * overload the database.
 */
function singleFlight<T>(query: () => Promise<T>): () => Promise<T> {
  let pending: Promise<T> | undefined
  return () => {
    pending ??= query().finally(() => {
      pending = undefined
    })
    return pending
  }
}

function send(req: IncomingMessage, res: ServerResponse, status: number, payload: object): void {
  const body = JSON.stringify(payload)
  res.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...(status === 503 ? { 'Retry-After': '1' } : {}),
  })
  res.end(req.method === 'HEAD' ? undefined : body)
}
