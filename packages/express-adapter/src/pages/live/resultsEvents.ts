import { type AnswerMetadata, type Caller, DomainError, message } from '@plenum/core'
import type { PollPayload } from '@plenum/core/answers'
import { findCaller, followCaller } from '../../authenticate.js'
import type { Frame } from '../../dispatch.js'
import type { Exchange } from '../../exchange.js'
import type { Reply } from '../../reply.js'
import { noteFacts } from '../../requestFacts.js'
import { eventsView } from '../askedPage.js'
import { eventStream } from './eventStream.js'
import type { LiveResults, Look } from './liveResults.js'

interface Followed {
  readonly path: string
  readonly frame: Frame
}

/**
 * The results of a poll as events, if the caller may see them now (docs/pages.md, Live results). Throws `forbidden`
 * otherwise, `busy` if too many streams are open, and the errors of `@poll`.
 */
export async function resultsEvents(exchange: Exchange, live: LiveResults, { path, frame }: Followed): Promise<Reply> {
  const { original: site, res } = exchange
  const caller = await findCaller(exchange)
  noteFacts(res, { row: { address: `GET ${eventsView}` }, path, view: eventsView, caller })
  const again = followCaller(exchange, caller)
  const look = async (caller: Caller): Promise<Look> => {
    let until: number | null = null
    const isKnown = (known: AnswerMetadata): boolean => {
      until = known.until
      return false
    }
    const input = () => undefined
    const { payload } = await site.run('getPoll', { ...frame, caller, path, isUnmodified: isKnown, input })
    return { data: dataOf(payload), until }
  }
  const first = await look(caller)
  if (first.data === null || !(await again()))
    throw new DomainError('forbidden', message('results.hidden'), { context: path })
  if (!live.hasRoom()) throw new DomainError('busy', message('results.full'), { context: path, retryAfter: comeAgain })
  const stream = eventStream()
  const reader = { site, poll: path, caller: again, look: (now: Caller) => look(now).catch(refused), stream }
  const leave = live.follow(reader, first)
  res.once('close', () => {
    leave()
    stream.end()
  })
  return { kind: 'bytes', status: 200, pieces: stream.pieces, size: null, headers }
}

/** Seconds after which a page without a stream reloads the results. */
const comeAgain = 15

const headers = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'private, no-store', 'X-Accel-Buffering': 'no' }

/** The results as the page shows them; null if they are hidden. */
function dataOf({ results, total_votes, max_choices }: PollPayload): string | null {
  return results ? JSON.stringify({ results, total_votes, max_choices }) : null
}

/** A caller who may no longer see the poll may not see its results. */
function refused(error: unknown): Look {
  if (error instanceof DomainError && error.code !== 'store-unavailable' && error.code !== 'busy')
    return { data: null, until: null }
  throw error
}
