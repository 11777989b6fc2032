import type { IncomingMessage, ServerResponse } from 'node:http'
import type { SiteState } from '@plenum/core'
import type { Request, Response } from 'express'
import type { CachedAnswers } from '../cache/cacheAnswers.js'
import { isBodilessRead } from '../exchange/isBodilessRead.js'
import type { Serve } from './requestPipeline.js'

type Exchange = readonly [req: Request, res: Response]

interface Batch {
  readonly exchanges: Exchange[]
}

/**
 * Returns a function that answers requests from the cache, or through `serve` after a cache miss. Requests that wait
 * for the same site state form a batch with one promise, which takes a third less time than one promise per request. A
 * pipelined request waits for the state query of the previous request on its connection.
 */
export function cachedFirst(serve: Serve, { state, answer }: Pick<CachedAnswers, 'state' | 'answer'>) {
  const batches = new Map<Promise<SiteState>, Batch>()
  const serveAll = ({ exchanges }: Batch, currentState: SiteState | null): void => {
    // The state is not passed on with a pipelined request, because the request may follow a write by the same client
    // that this state does not include.
    for (const [req, res] of exchanges)
      if (!currentState || !answer(req, res, currentState)) serve(req, res, res.socket ? currentState : null)
  }
  const begin = (query: Promise<SiteState>): Batch => {
    const batch: Batch = { exchanges: [] }
    batches.set(query, batch)
    const end = (currentState: SiteState | null): void => {
      batches.delete(query)
      serveAll(batch, currentState)
    }
    query.then(end, () => end(null))
    return batch
  }
  return (req: IncomingMessage, res: ServerResponse): void => {
    const exchange: Exchange = [req as Request, res as Response]
    const isPipelined = res.socket === null
    // Batches are also used without a cache, because sending simultaneous responses together saves up to half of the
    // time.
    if (!isPipelined && !isBodilessRead(exchange[0])) {
      serve(...exchange)
      return
    }
    const query = isPipelined ? afterPrevious(exchange[0], state(exchange[0])) : state(exchange[0])
    recordQuery(exchange[0], query)
    const batch = batches.get(query) ?? begin(query)
    batch.exchanges.push(exchange)
  }
}

const lastQuery = Symbol('question')

type WithQuery = IncomingMessage['socket'] & { [lastQuery]?: Promise<SiteState> }

function recordQuery({ socket }: Request, query: Promise<SiteState>): void {
  const holder: WithQuery = socket
  holder[lastQuery] = query
}

/**
 * Returns the result of `query`, but not before the previous state query on the connection has ended. The previous
 * query may have been sent to another site, and could otherwise end later.
 */
function afterPrevious({ socket }: Request, query: Promise<SiteState>): Promise<SiteState> {
  const { [lastQuery]: before }: WithQuery = socket
  if (before === undefined || before === query) return query
  const answer = () => query
  return before.then(answer, answer)
}
