import type { Worker } from 'node:cluster'
import { EventEmitter } from 'node:events'
import { minuteCounts } from '@plenum/core'
import { minuteCountSuite } from '@plenum/testkit'
import { type Channel, countFor, countsOfPrimary } from './countTogether.js'

function channel() {
  const ends = [new EventEmitter(), new EventEmitter()] as const
  const sendTo = (end: EventEmitter) => (message: unknown) => {
    const copy = JSON.parse(JSON.stringify(message))
    setImmediate(() => end.emit('message', copy))
    return true
  }
  const [primary, worker] = ends
  return {
    atPrimary: Object.assign(primary, { send: sendTo(worker) }) as unknown as Worker,
    atWorker: Object.assign(worker, { send: sendTo(primary) }) as unknown as Channel,
  }
}

minuteCountSuite({ describe, it }, 'counts of workers (docs/operate.md, Several processes)', async () => {
  let time = 1000
  const counts = minuteCounts(() => time)
  const [mine, theirs] = [channel(), channel()]
  for (const { atPrimary } of [mine, theirs]) countFor(atPrimary, counts)
  return {
    counts: countsOfPrimary(mine.atWorker),
    other: countsOfPrimary(theirs.atWorker),
    elapseMinute: async () => {
      time += 60_001
    },
    close: async () => {},
  }
})
