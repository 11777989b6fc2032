import assert from 'node:assert/strict'
import { layoutSchedule } from '@plenum/core/schedule'

const start = Date.UTC(2027, 4, 1, 9)
const talk = { path: '/a', type: 'Talk', start, end: start + 45 * 60_000, rooms: ['hall'] }
const [day] = layoutSchedule([talk], [{ token: 'hall', title: 'Hall' }], 'Europe/Vienna')

assert.deepEqual([day?.id, day?.rooms], ['2027-05-01', [['hall', 'Hall']]])
const placed = day?.items[0]
assert.deepEqual([placed?.gridColumn, placed?.gridRow], ['room-1', 'time-1100 / time-1145'])
assert.equal(placed?.gridHeight, 3)
