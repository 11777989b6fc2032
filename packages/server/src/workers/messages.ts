import type { Figures } from '../metrics/createMetrics.js'

/** What the primary process asks of a worker. */
export type ToWorker = { readonly plenum: 'stop' } | { readonly plenum: 'measure'; readonly question: number }

/** What a worker tells the primary process. */
export type ToPrimary =
  | { readonly plenum: 'listening'; readonly url: string }
  | { readonly plenum: 'measured'; readonly question: number; readonly figures: Figures }

/** Libraries send messages of their own through the same channel. */
function isOurs(message: unknown): message is { readonly plenum: unknown } {
  return typeof message === 'object' && message !== null && 'plenum' in message
}

interface Source {
  on(event: 'message', listener: (message: unknown) => void): unknown
  off(event: 'message', listener: (message: unknown) => void): unknown
}

/** Calls back for each message of a kind; what it gives ends that. */
export function onMessage<M extends ToWorker | ToPrimary, K extends M['plenum']>(
  source: Source,
  kind: K,
  heard: (message: Extract<M, { readonly plenum: K }>) => void,
): () => void {
  const listener = (message: unknown): void => {
    if (isOurs(message) && message.plenum === kind) heard(message as Extract<M, { readonly plenum: K }>)
  }
  source.on('message', listener)
  return () => void source.off('message', listener)
}
