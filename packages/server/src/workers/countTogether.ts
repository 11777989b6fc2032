import type { Worker } from 'node:cluster'
import type { MinuteCounts, MinuteTotal } from '@plenum/core'
import { onMessage, type ToCount, type ToPrimary, type ToWorker } from './messages.js'

export function countFor(worker: Worker, counts: MinuteCounts): void {
  onMessage<ToPrimary, 'count'>(worker, 'count', async ({ requestId, call, name, key, added }) => {
    const count = counts(name)
    if (call === 'takeBack') return added && count.takeBack(key, added)
    const message: ToWorker = { plenum: 'counted', requestId, counted: await count[call](key) }
    // Errors are ignored, because they only mean that the worker is terminating and accepts no messages.
    worker.send(message, () => {})
  })
}

export type Channel = Pick<NodeJS.Process, 'on' | 'off' | 'send'>

export function countsOfPrimary(channel: Channel = process): MinuteCounts {
  const waiting = new Map<number, (counted: MinuteTotal) => void>()
  let requests = 0
  onMessage<ToWorker, 'counted'>(channel, 'counted', ({ requestId, counted }) => {
    waiting.get(requestId)?.(counted)
    waiting.delete(requestId)
  })
  const send = (message: Omit<ToCount, 'plenum'>): void => void channel.send?.({ plenum: 'count', ...message })
  const request = (call: 'look' | 'add', name: string, key: string): Promise<MinuteTotal> =>
    new Promise(resolve => {
      requests += 1
      waiting.set(requests, resolve)
      send({ requestId: requests, call, name, key })
    })
  return name => ({
    look: key => request('look', name, key),
    add: key => request('add', name, key),
    takeBack: async (key, added) => send({ requestId: 0, call: 'takeBack', name, key, added }),
  })
}
