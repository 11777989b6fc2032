import type { MinuteCount, MinuteTotal } from '@plenum/core'
import type { Figures } from '../metrics/createMetrics.js'

export type ToWorker =
  | { readonly plenum: 'stop' }
  /**
   * The message that makes all workers drain their connections. It is sent when no worker accepts connections any
   * longer.
   */
  | { readonly plenum: 'drain' }
  /**
   * The message that makes a worker run due transitions on behalf of all workers. If this worker terminates, the
   * message is sent to another worker.
   */
  | { readonly plenum: 'lead' }
  | { readonly plenum: 'measure'; readonly requestId: number }
  | { readonly plenum: 'counted'; readonly requestId: number; readonly counted: MinuteTotal }

export type ToPrimary =
  | { readonly plenum: 'listening'; readonly url: string }
  | { readonly plenum: 'closed' }
  | { readonly plenum: 'measured'; readonly requestId: number; readonly figures: Figures }
  | ToCount

/**
 * A message with which a worker calls a `MinuteCounts` function of the primary process. Calls to `takeBack` get no
 * reply.
 */
export interface ToCount {
  readonly plenum: 'count'
  readonly requestId: number
  readonly call: keyof MinuteCount
  readonly name: string
  readonly key: string
  readonly added?: MinuteTotal
}

const isOurs = (message: unknown): message is { readonly plenum: unknown } =>
  typeof message === 'object' && message !== null && 'plenum' in message

interface Source {
  on(event: 'message', listener: (message: unknown) => void): unknown
  off(event: 'message', listener: (message: unknown) => void): unknown
}

export function onMessage<M extends ToWorker | ToPrimary, K extends M['plenum']>(
  source: Source,
  kind: K,
  onMatch: (message: Extract<M, { readonly plenum: K }>) => void,
): () => void {
  const listener = (message: unknown): void => {
    if (isOurs(message) && message.plenum === kind) onMatch(message as Extract<M, { readonly plenum: K }>)
  }
  source.on('message', listener)
  return () => void source.off('message', listener)
}
