import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { asOwner, type Programme } from '@plenum/core'
import { sqliteStore } from '@plenum/sql-store'
import { createTestSite } from '@plenum/testkit'
import Database from 'libsql'

const count = 300
const rooms = Array.from({ length: 20 }, (_, i) => `Room ${i}`)
const folder = mkdtempSync(path.join(tmpdir(), 'plenum-releases-'))

afterAll(() => rmSync(folder, { recursive: true }))

const programme = (shift: number): Programme =>
  ({
    ...{ title: 'Conf', timezone: 'UTC', start: Date.UTC(2027, 0, 1), end: Date.UTC(2027, 11, 1) },
    ...{ rooms, tracks: [], persons: [], unknownTypes: [] },
    sessions: Array.from({ length: count }, (_, i) => ({
      uid: `a${String(i).padStart(31, '0')}`,
      ...{ shortName: `s${i}`, type: 'Talk' as const, title: `Session ${i}`, description: '', text: null },
      start: Date.UTC(2027, 1, 1) + Math.floor(i / 20) * 3_600_000 + shift,
      end: Date.UTC(2027, 1, 1) + Math.floor(i / 20) * 3_600_000 + shift + 1_800_000,
      ...{ room: rooms[i % 20] ?? null, track: null, language: null, persons: [] },
    })),
  }) as Programme

it('a release costs at most what an import of the same size costs, and an event has at most 200 releases', async () => {
  const store = sqliteStore({ open: () => new Database(path.join(folder, 'site.sqlite')) })
  const at = await createTestSite({ store: store.content, users: store.users })
  const costOf = async (task: () => Promise<unknown>): Promise<number> => {
    const before = process.cpuUsage()
    await task()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  const load = (shift: number) =>
    asOwner(at.site, 'importProgramme', { programme: programme(shift), author: 'max', retractMissing: false })
  const release = (name: string) => at.run('releaseSchedule', '/', { as: 'max', input: { name } })
  const imported = await costOf(() => load(0))
  const first = await costOf(() => release('One'))
  const moved = await costOf(() => load(60_000))
  const second = await costOf(() => release('Two'))
  const { items } = await at.run('compareScheduleReleases', '/', { input: { one: '1', two: '2' } })
  expect(items).toHaveLength(count)
  expect(first).toBeLessThan(imported)
  expect(second).toBeLessThan(Math.max(moved, imported))
  for (let n = 3; n <= 200; n++) await release(`Release ${n}`)
  await expect(release('One too many')).rejects.toMatchObject({ code: 'bad-request' })
  await store.close()
}, 600_000)
