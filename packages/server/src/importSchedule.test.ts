import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createTestSite } from '@plenum/testkit'
import { readConfig } from './config.js'
import { scheduleImport } from './importSchedule.js'

const event = (id: number, title: string, room: string, start: string) => ({
  ...{ id, guid: `a000000000000000000000000000000${id}`, title, type: 'talk', abstract: '', start, duration: '00:30' },
  ...{ date: `2027-03-01T${start}:00+01:00`, room, language: 'en', persons: [] },
})

const file = (...events: ReturnType<typeof event>[]) => {
  const rooms: Record<string, unknown[]> = {}
  for (const one of events) rooms[one.room] = [...(rooms[one.room] ?? []), one]
  const days = [{ index: 1, date: '2027-03-01', rooms }]
  const conference = { title: 'Conf', start: '2027-03-01', end: '2027-03-01', time_zone_name: 'Europe/Berlin', days }
  return JSON.stringify({ schedule: { conference } })
}

async function importing() {
  let [text, number, requests] = [file(), 0, 0]
  const server = createServer((req, res) => {
    requests += 1
    const etag = `"${number}"`
    if (req.headers['if-none-match'] === etag) res.writeHead(304).end()
    else res.writeHead(200, { ETag: etag }).end(text)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { site } = await createTestSite()
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/schedule.json?token=secret`
  const run = async (isDry: boolean): Promise<readonly string[]> => {
    const lines: string[] = []
    const output = { say: (line: string) => void lines.push(line) }
    const flags = { allowPrivate: true, retractMissing: true, replaceEvent: true, keepDemo: true, author: 'max' }
    const task = await scheduleImport({ file: url, ...flags }, output)
    await task?.(site, { config: readConfig({}), isDry, output })
    return lines
  }
  const serve = (next: string) => {
    text = next
    number += 1
  }
  return { run, serve, requests: () => requests, close: () => once(server.close(), 'close') }
}

const differencesIn = (lines: readonly string[]) =>
  lines.slice(lines.indexOf('Differences of the schedule:') + 1).filter(line => line.startsWith('  '))

it('a second import from the same URL writes nothing while the file is unchanged', async () => {
  const { run, serve, close } = await importing()
  serve(file(event(1, 'Moss', 'Hall', '10:00')))
  expect((await run(false)).join('\n')).toContain('new: Moss (- → 2027-03-01T09:00:00+00:00)')
  expect(await run(false)).toEqual([
    expect.stringMatching(/schedule\.json has not changed since the last import; nothing was written\.$/),
  ])
  await close()
})

it('a dry run predicts the differences of the import', async () => {
  const { run, serve, close } = await importing()
  serve(file(event(1, 'Moss', 'Hall', '10:00'), event(2, 'Fern', 'Hall', '11:00')))
  await run(false)
  serve(file(event(1, 'Mosses', 'Cellar', '10:15'), event(3, 'Lichen', 'Hall', '12:00')))
  const printed = await run(true)
  expect(printed.join()).not.toContain('secret')
  const predicted = differencesIn(printed)
  expect(predicted.map(line => line.trim()).sort()).toEqual([
    'moved: Mosses (2027-03-01T09:00:00+00:00 – 2027-03-01T09:30:00+00:00 → 2027-03-01T09:15:00+00:00 – 2027-03-01T09:45:00+00:00)',
    'new: Lichen (- → 2027-03-01T11:00:00+00:00)',
    'renamed: Mosses (Moss → Mosses)',
    'room: Mosses (Hall → Cellar)',
    'withdrawn: Fern (2027-03-01T10:00:00+00:00 → -)',
  ])
  expect(differencesIn(await run(false))).toEqual(predicted)
  await close()
})
