import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { buildCreations, createPrograms, type Programs } from '@plenum/testkit'
import Database from 'libsql'
import { sqliteStore } from '../../sqlite/store.js'

const writers = 8

const program = `
  import { writeSync } from 'node:fs'
  import { sqliteStore } from '@plenum/sql-store'
  import { buildCreations } from '@plenum/testkit'
  import Database from 'libsql'
  import ApartDatabase from 'libsql/promise'
  const [file, prefix] = process.argv.slice(1)
  const open = () => {
    const database = new Database(file)
    return Object.assign(database, { execApart: text => ApartDatabase.prototype.exec.call(database, text) })
  }
  const { content } = sqliteStore({ open })
  let next = 0
  const add = async () => {
    for (;;) {
      const path = '/' + prefix + next++
      if ((await content.commit({ creates: buildCreations(path) })).ok) writeSync(1, path + '\\n')
    }
  }
  await Promise.all(Array.from({ length: ${writers} }, add))
`

let programs: Programs

beforeEach(() => {
  programs = createPrograms()
})

afterEach(() => programs.close())

it('a process that adds pages can be killed at any moment: every confirmed page is complete', async () => {
  const file = join(programs.directory, 'pages.db')
  const openFile = () => sqliteStore({ open: () => new Database(file) })
  const first = openFile()
  await first.content.commit({ creates: buildCreations('/') })
  await first.close()
  const answered: string[] = []
  for (let round = 0; round < 5; round++) {
    const child = programs.launch(process.execPath, [
      '--input-type=module',
      '--eval',
      program,
      '--',
      file,
      `r${round}-`,
    ])
    const before = answered.length
    if (child.stdout) createInterface({ input: child.stdout }).on('line', line => answered.push(line))
    child.stderr?.on('data', text => process.stderr.write(text))
    while (answered.length === before) await delay(5)
    await delay(37 * round)
    child.kill('SIGKILL')
    await once(child, 'close')
    const { content, close } = openFile()
    const { items } = await content.read(reader => reader.search({ principals: 'system', where: [] }))
    const there = new Set(items.map(({ path }) => path))
    expect(answered.filter(path => !there.has(path))).toEqual([])
    // In each round, the number of unconfirmed pages is at most the number of concurrent writes.
    expect(there.size).toBeLessThanOrEqual(1 + answered.length + writers * (round + 1))
    const opened = await content.read(reader => reader.nodes(items.map(({ uid }) => uid)))
    expect(opened.length).toBe(there.size)
    await close()
  }
}, 60_000)
