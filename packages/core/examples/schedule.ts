import assert from 'node:assert/strict'
import { gridTemplate, layoutSchedule } from '@plenum/core/schedule'

const start = Date.UTC(2027, 4, 1, 9)
const sessions = [
  { path: '/compost', type: 'talk', title: 'Compost', start, end: start + 45 * 60_000, rooms: ['hall'] },
  { path: '/lunch', type: 'lunch', title: 'Lunch', start: start + 45 * 60_000, end: start + 60 * 60_000, rooms: [] },
]
const rooms = [{ token: 'hall', title: 'Hall' }]
const [day] = layoutSchedule(sessions, rooms, 'Europe/Vienna', { forEverybody: ['lunch'] })
assert(day)

assert.equal(day.id, '2027-05-01')
assert.deepEqual(
  day.items.map(({ slot, gridColumn, gridRow }) => [slot.title, gridColumn, gridRow]),
  [
    ['Compost', 'room-1', 'time-1100 / time-1145'],
    ['Lunch', 'room-1 / room-all', 'time-1145 / time-1200'],
  ],
)

const { columns, rows } = gridTemplate(day, { row: '3rem' })
const boxes = day.items.map(
  ({ slot, gridColumn, gridRow }) =>
    `<div style="grid-column: ${gridColumn}; grid-row: ${gridRow}">${slot.title}</div>`,
)
const html = `<div style="display: grid; grid-template: ${rows} / ${columns}">${boxes.join('')}</div>`

assert.match(html, /grid-template: \[time-1100\] 3rem \[time-1115\] 3rem .* \[time-1200\] \/ \[room-1\] /)
