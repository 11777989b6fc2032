import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { asOwner, type Programme } from '@plenum/core'
import { sqliteStore } from '@plenum/sql-store'
import { createTestSite, type TestSite } from '@plenum/testkit'
import Database from 'libsql'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

// The test uses an event of the maximum size: 200 releases and 5,000 slots. All slots move in each release.
jest.setTimeout(600_000)

const [slotCount, releaseCount] = [5000, 200]
const [minute, hour] = [60_000, 3_600_000]
const rooms = Array.from({ length: 50 }, (_, i) => `Room ${i}`)
const begin = Date.UTC(2027, 1, 1)
const folder = mkdtempSync(path.join(tmpdir(), 'plenum-many-releases-'))

const programme = {
  ...{ title: 'Conf', timezone: 'UTC', start: Date.UTC(2027, 0, 1), end: Date.UTC(2027, 11, 1) },
  ...{ rooms, tracks: [], persons: [], unknownTypes: [] },
  sessions: Array.from({ length: slotCount }, (_, i) => ({
    uid: `a${String(i).padStart(31, '0')}`,
    ...{ shortName: `s${i}`, type: 'Talk' as const, title: `Session ${i}`, description: '', text: null },
    start: begin + Math.floor(i / 50) * hour,
    // In each room, every second session overlaps the next one.
    end: begin + Math.floor(i / 50) * hour + (i % 100 < 50 ? 70 : 30) * minute,
    ...{ room: rooms[i % 50] ?? null, track: null, language: null, persons: [] },
  })),
} as Programme

let at: TestSite
let store: ReturnType<typeof sqliteStore>

beforeAll(async () => {
  store = sqliteStore({ open: () => new Database(path.join(folder, 'site.sqlite')) })
  at = await createTestSite({ store: store.content, users: store.users, whole: store.whole })
  await asOwner(at.site, 'importProgramme', { programme, author: 'max', retractMissing: false })
  await release('Release 1')
  await addReleases()
})

afterAll(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

const release = (name: string) => at.run('releaseSchedule', '/', { as: 'max', input: { name } })

/** Stores additional releases directly, because 199 imports of 5,000 slots would take half an hour. */
async function addReleases(): Promise<void> {
  const uids = programme.sessions.map(({ uid }) => uid)
  const numbers = Array.from({ length: releaseCount - 1 }, (_, i) => i + 2)
  for (let start = 0; start < uids.length; start += 100) {
    const nodes = await store.content.read(reader => reader.nodes(uids.slice(start, start + 100)))
    const objects = nodes.map(node => {
      const first = Number(node.fields.start)
      const moved = (number: number) => ({ number, values: { start: first + number * 1000 } })
      const stored = node.fields.released_values as { changes: readonly object[] }
      const changes = [...stored.changes, ...numbers.map(moved)]
      const fields = { ...node.fields, released_values: { ...stored, changes } } as typeof node.fields
      return { uid: node.uid, revision: node.revision, node: { ...node, fields } }
    })
    await store.whole.rewrite(objects)
  }
  const { lineage } = await store.content.read(reader => reader.open('/'))
  const [root] = lineage
  if (!root) throw new Error('The site has no root')
  const { items } = root.fields.schedule_releases as { items: readonly { number: number }[] }
  const all = [...items, ...numbers.map(number => ({ ...items[0], number, name: `Release ${number}` }))]
  const fields = { ...root.fields, schedule_releases: { items: all } } as unknown as typeof root.fields
  await store.whole.rewrite([{ uid: root.uid, revision: root.revision, node: { ...root, fields } }])
}

interface Cost {
  readonly cpu: number
  /**
   * The longest event loop iteration, in milliseconds of CPU time. Wall-clock time is not used, because it would
   * include the time of other processes.
   */
  readonly longest: number
}

const threadStatistics = '/proc/thread-self/schedstat'
const hasThreadStatistics = existsSync(threadStatistics)

/**
 * Returns the CPU time of this thread in milliseconds. If the system does not report this time, returns the CPU time of
 * the process, which includes the threads of the garbage collector.
 */
function cpuTime(): number {
  if (hasThreadStatistics) return Number(readFileSync(threadStatistics, 'utf8').split(' ')[0]) / 1e6
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

async function measured<T>(name: string, task: () => Promise<T>): Promise<Cost & { readonly result: T }> {
  const before = cpuTime()
  let [turn, longest, isOver] = [before, 0, false]
  const endTurn = () => {
    longest = Math.max(longest, cpuTime() - turn)
    turn = cpuTime()
    if (!isOver) setImmediate(endTurn)
  }
  setImmediate(endTurn)
  const result = await task()
  isOver = true
  const cpu = cpuTime() - before
  process.stdout.write(`${name}: ${Math.round(cpu)} ms of CPU, ${Math.round(longest)} ms in the longest turn\n`)
  return { result, cpu, longest }
}

/**
 * The maximum duration of an event loop iteration, in milliseconds of CPU time. This limit exceeds the duration of a
 * time slice, because garbage collection can follow the time slice.
 */
const longestTurn = 250

/** The maximum memory that a comparison may use at any time, in bytes. */
const mostMemory = 128 * 1024 * 1024

it('200 releases of 5,000 slots are compared in time slices', async () => {
  for (const [one, two] of [
    ['1', '200'],
    ['100', '150'],
    ['200', '199'],
  ] as const) {
    const cost = await measured(`Differences from ${one} to ${two}`, () =>
      at.run('compareScheduleReleases', '/', { input: { one, two } }),
    )
    expect(cost.result.items).toHaveLength(slotCount)
    expect(cost.cpu).toBeLessThan(10_000)
    expect(cost.longest).toBeLessThan(longestTurn)
  }
})

/** Returns the memory in use, in bytes, after a garbage collection. */
function liveMemory(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

it('a comparison of releases holds a bounded amount of memory', async () => {
  const before = liveMemory()
  let [most, isOver] = [before, false]
  const sample = () => {
    most = Math.max(most, liveMemory())
    if (!isOver) setTimeout(sample, 200)
  }
  sample()
  await at.run('compareScheduleReleases', '/', { input: { one: '1', two: '200' } })
  isOver = true
  expect(most - before).toBeLessThan(mostMemory)
})

it('an old release of 5,000 slots is shown, and a release too many is refused, in time slices', async () => {
  const cost = await measured('The schedule of release 77', () =>
    at.run('getSchedule', '/', { input: { metadata: [], release: '77' } }),
  )
  expect(cost.result.items.flatMap(({ items }) => items)).toHaveLength(slotCount)
  expect(cost.longest).toBeLessThan(longestTurn)
  await expect(release('One too many')).rejects.toMatchObject({ code: 'bad-request' })
})

it('the conflicts of 5,000 slots are found in time slices', async () => {
  const cost = await measured('Conflicts', () => at.run('getScheduleConflicts', '/', { as: 'max', input: undefined }))
  expect(cost.result.items.length).toBeGreaterThan(50)
  expect(cost.cpu).toBeLessThan(10_000)
  expect(cost.longest).toBeLessThan(longestTurn)
})
