import { layoutSchedule } from '@plenum/core/schedule'

it('lays a programme out on a grid', () => {
  const start = Date.UTC(2027, 4, 1, 9)
  const talk = { path: '/a', type: 'Talk', start, end: start + 45 * 60_000, rooms: ['hall'] }
  const [day] = layoutSchedule([talk], [{ token: 'hall', title: 'Hall' }], 'Europe/Vienna')
  expect(day).toMatchObject({ id: '2027-05-01', rooms: [['hall', 'Hall']] })
  expect(day?.items[0]).toMatchObject({ gridColumn: 'room-1', gridRow: 'time-1100 / time-1145', gridHeight: 3 })
})
