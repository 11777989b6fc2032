import { cpuTimeOf } from '@plenum/testkit'
import type { SchedulePayload } from '../answers/schedule.js'
import type { Summary } from '../answers/summary.js'
import { schedulePayload } from './schedule.js'

const nine = Date.UTC(2027, 4, 1, 9)
const uids = Array.from({ length: 20 }, (_, i) => `room-${i}`)
const rooms = uids.map((uid, position) => ({ uid, path: `/${uid}`, type: 'Room', position, columns: { title: uid } }))

function stepsFor(count: number, onPresented = () => {}) {
  const slots = Array.from({ length: count }, (_, i) => {
    const start = nine + ((i * 7919) % 600) * 60_000
    const columns = { start, end: start + 1_800_000, room: [uids[i % 20] ?? ''] }
    return { uid: `${i}`, path: `/s/${i}`, type: 'Talk', position: i, columns }
  })
  const summaryOf = (path: string): object => ({
    '@id': path,
    set gridHeight(_: number) {
      onPresented()
    },
  })
  const summaries = slots.map(({ path }) => summaryOf(path) as Summary)
  return schedulePayload({ slots, summaries, rooms, zone: 'Europe/Berlin', titleOf: type => `A ${type}` })
}

function payloadOf(steps: Generator<undefined, SchedulePayload>, run = (step: () => void) => step()): SchedulePayload {
  for (;;) {
    let payload: SchedulePayload | undefined
    run(() => {
      const { done, value } = steps.next()
      if (done) payload = value
    })
    if (payload) return payload
  }
}

describe('a schedule of 10,000 slots on one day', () => {
  it('has all of them, with the titles of their types', () => {
    const [day, ...others] = payloadOf(stepsFor(10_000)).items
    expect(others).toEqual([])
    expect(day?.items).toHaveLength(10_000)
    expect(day?.items[0]?.portal_type).toEqual([{ token: 'Talk', title: 'A Talk' }])
  })

  it('is computed in steps of at most 100 slots', () => {
    let [presented, most] = [0, 0]
    const steps = stepsFor(10_000, () => {
      presented += 1
    })
    payloadOf(steps, step => {
      const before = presented
      step()
      most = Math.max(most, presented - before)
    })
    expect({ presented, most }).toEqual({ presented: 10_000, most: 100 })
  })

  it('has no step that takes a fifth of the CPU time of all steps', () => {
    const shortest: number[] = []
    // Garbage collection can take longer than a step, so the test uses the shortest time of each step in several runs.
    for (let round = 0; round < 5; round++) {
      let number = 0
      payloadOf(stepsFor(10_000), step => {
        shortest[number] = Math.min(shortest[number] ?? Number.POSITIVE_INFINITY, cpuTimeOf(step))
        number += 1
      })
    }
    const total = shortest.reduce((sum, time) => sum + time, 0)
    expect(Math.max(...shortest) / total).toBeLessThan(0.2)
  })
})
