import type { IncomingMessage, ServerResponse } from 'node:http'
import type { SiteState } from '@plenum/core'
import type { Request, Response } from 'express'
import type { Serve } from '../corridor.js'
import type { KeptAnswers } from './keepAnswers.js'

type Exchange = readonly [req: Request, res: Response]

/** Requests that came before the same question to the stores. */
interface Batch {
  readonly question: Promise<SiteState>
  readonly exchanges: Exchange[]
}

/**
 * Serves by answers that are kept, and by `serve` where there is none. What is sent without a promise of its own costs a
 * third less. Requests of one connection are served in the order in which they came: what is pipelined waits with those
 * before.
 */
export function keptFirst(serve: Serve, { state, mayBeKept, answer }: Omit<KeptAnswers, 'keep' | 'counts'>) {
  let last: Batch | undefined
  const serveAll = ({ exchanges }: Batch, known: SiteState | null): void => {
    // What was pipelined may come after a write of the same client, of which that state is not to know.
    for (const [req, res] of exchanges)
      if (!known || !answer(req, res, known)) serve(req, res, res.socket ? known : null)
  }
  const batchOf = (question: Promise<SiteState>): Batch => {
    const batch: Batch = { question, exchanges: [] }
    question.then(
      known => serveAll(batch, known),
      () => serveAll(batch, null),
    )
    return batch
  }
  return (req: IncomingMessage, res: ServerResponse): void => {
    const exchange: Exchange = [req as Request, res as Response]
    const isPipelined = res.socket === null
    if (!isPipelined && !mayBeKept(exchange[0])) {
      serve(...exchange)
      return
    }
    const question = state()
    if (last?.question !== question) last = batchOf(question)
    last.exchanges.push(exchange)
  }
}
