import { type AnswerMetadata, type Caller, DomainError, message } from '@plenum/core'
import type { PollPayload } from '@plenum/core/answers'
import type { Exchange, Frame } from '../../exchange/exchange.js'
import type { Reply } from '../../exchange/reply.js'
import { noteFacts } from '../../exchange/requestFacts.js'
import { findCaller, followCaller, type LoginExchange } from '../../headers/authenticate.js'
import { eventsView } from '../pageRequest.js'
import { eventStream } from './eventStream.js'
import type { LiveResults, ResultsSnapshot } from './liveResults.js'

/**
 * Sends the results of a poll as events (docs/pages.md, Live results). Throws `forbidden` if the caller currently
 * cannot view the results, `busy` if too many streams are open, and the errors of `@poll`.
 */
export async function resultsEvents(
  exchange: Exchange & LoginExchange,
  live: LiveResults,
  { path, frame }: { path: string; frame: Frame },
): Promise<Reply> {
  const { primarySite: site, res } = exchange
  const caller = await findCaller(exchange)
  noteFacts(res, { row: { address: `GET ${eventsView}` }, path, view: eventsView, caller })
  const currentCaller = followCaller(exchange, caller)
  const readResults = async (caller: Caller): Promise<ResultsSnapshot> => {
    let until: number | null = null
    const recordExpiry = (metadata: AnswerMetadata): boolean => {
      until = metadata.until
      return false
    }
    const input = () => undefined
    const { payload } = await site.run('getPoll', { ...frame, caller, path, isUnmodified: recordExpiry, input })
    return { data: dataOf(payload), until }
  }
  const first = await readResults(caller)
  if (first.data === null || !(await currentCaller()))
    throw new DomainError('forbidden', message('results.hidden'), { context: path })
  if (!live.hasCapacity())
    throw new DomainError('busy', message('results.full'), { context: path, retryAfter: retrySeconds })
  const stream = eventStream()
  const reader = {
    site,
    poll: path,
    caller: currentCaller,
    readResults: (now: Caller) => readResults(now).catch(hiddenOnRefusal),
    stream,
  }
  const leave = live.follow(reader, first)
  res.once('close', () => {
    leave()
    stream.end()
  })
  return { kind: 'bytes', status: 200, pieces: stream.pieces, size: null, headers }
}

/** The time, in seconds, after which a page reloads the results if it cannot open a stream. */
const retrySeconds = 15

const headers = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'private, no-store', 'X-Accel-Buffering': 'no' }

const dataOf = ({ results, total_votes, max_choices }: PollPayload): string | null =>
  results ? JSON.stringify({ results, total_votes, max_choices }) : null

/**
 * Returns a snapshot without results if the error means that the caller can no longer view the poll. Rethrows any other
 * error.
 */
function hiddenOnRefusal(error: unknown): ResultsSnapshot {
  if (error instanceof DomainError && error.code !== 'store-unavailable' && error.code !== 'busy')
    return { data: null, until: null }
  throw error
}
