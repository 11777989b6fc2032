import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Part, type PartCounts, partKinds } from '@plenum/core/ports'
import {
  basicAuthorization,
  buildNode,
  createPrograms,
  eventually,
  newVisitor,
  type Programs,
  password,
  votingClient,
} from '@plenum/testkit'
import { writeCopyFile } from './copyFiles.js'
import { writeCopy } from './writeCopy.js'

jest.setTimeout(120_000)

const plenum = path.resolve(import.meta.dirname, '../../bin/plenum.js')
const settings = { EMPTY_SITE: '1', ADMIN_PASSWORD: password, PASSWORD_COST: '4' }

let programs: Programs
let folder: string

beforeEach(() => {
  programs = createPrograms()
  folder = mkdtempSync(path.join(tmpdir(), 'plenum-portable-'))
})

afterEach(async () => {
  await programs.close()
  rmSync(folder, { recursive: true })
})

const at = (name: string): string => path.join(folder, name)

interface Listed {
  readonly items: readonly { readonly title: string }[]
  readonly items_total: number
}

async function getJson(url: string): Promise<Listed> {
  const response = await fetch(url, { headers: basicAuthorization('admin', password) })
  return (await response.json()) as Listed
}

describe('plenum backup', () => {
  it('saves one state of a site during writes, and restores and copies it unchanged', async () => {
    const server = await programs.serve(settings)
    const { openPoll, vote } = votingClient(() => server.url)
    const poll = await openPoll('busy')
    let isOver = false
    const writing = async () => {
      for (let n = 0; !isOver; n++) {
        const body = JSON.stringify({ '@type': 'Document', id: `page-${n}`, title: `Page ${n}` })
        const headers = { ...basicAuthorization('admin', password), 'content-type': 'application/json' }
        const answer = await fetch(server.url, { method: 'POST', headers, body })
        if (answer.status !== 201) throw new Error(await answer.text())
        await vote(poll, newVisitor(), n % 2)
      }
    }
    const written = writing()
    const backup = await programs.run(['backup', at('busy.plenum')], { env: settings })
    isOver = true
    await written
    await server.stop()
    expect(backup).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Wrote .*objects.*voters.*1 users to .*busy\.plenum\.\n$/),
    })

    const restored = await programs.run(['restore', at('busy.plenum')], {
      env: { ...settings, DATA_DIR: at('restored') },
    })
    expect(restored).toMatchObject({ code: 0, out: backup.out.replace(/^Wrote (.*) to .*\.\n/, 'Restored $1.\n') })
    const copied = await programs.run(['copy', '--from', at('restored'), '--to', at('copied')], { env: settings })
    expect(copied).toMatchObject({ code: 0, out: backup.out.replace(/^Wrote (.*) to .*\.\n/, 'Copied $1.\n') })

    const again = await programs.serve({ ...settings, DATA_DIR: at('copied') })
    const { items, items_total: total } = await getJson(`${again.url}/@search?portal_type=Document&b_size=100000`)
    // The pages were created one after another, so a consistent copy that contains a page also contains all earlier
    // pages.
    expect(items.map(({ title }) => title)).toEqual(Array.from({ length: total }, (_, n) => `Page ${n}`))
    const { voters } = await votingClient(() => again.url).shown(poll)
    expect([voters, voters + 1]).toContain(total)
    expect(total).toBeGreaterThan(0)
    await again.stop()
  })

  it('names the obstacle', async () => {
    const none = await programs.run(['backup', at('none.plenum')], { env: { ...settings, DATA_DIR: at('none') } })
    expect(none).toMatchObject({ code: 1, err: expect.stringContaining('does not contain a site') })
    expect(existsSync(at('none.plenum'))).toBe(false)
  })
})

async function writeLargeCopy(file: string): Promise<void> {
  const paths = ['/', ...Array.from({ length: 8000 }, (_, n) => `/n${n}`)]
  async function* parts(): AsyncGenerator<Part> {
    for (const [n, path] of paths.entries()) {
      const node = buildNode(path, { type: path === '/' ? 'Plone Site' : 'Document', fields: { title: path } })
      yield { kind: 'object', part: { order: n + 1, position: n, node, lock: null } }
    }
  }
  const counts = Object.fromEntries(partKinds.map(kind => [kind, kind === 'object' ? paths.length : 0]))
  await writeCopyFile(file, writeCopy({ counts: counts as PartCounts, parts: parts() }), new AbortController().signal)
}

describe('plenum restore', () => {
  it.each(['SIGTERM', 'SIGKILL'] as const)('that is ended by %s leaves no site', async signal => {
    await writeLargeCopy(at('large.plenum'))
    const env = { ...settings, DATA_DIR: at('data') }
    const child = programs.launch(process.execPath, [plenum, 'restore', at('large.plenum')], env)
    let output = ''
    child.stderr?.on('data', chunk => (output += chunk))
    const logs = () => (existsSync(at('data')) ? readdirSync(at('data')).filter(name => name.endsWith('-wal')) : [])
    await eventually('it has begun to write', () =>
      logs().some(name => statSync(path.join(at('data'), name)).size > 1e6),
    )
    child.kill(signal)
    const [code] = await once(child, 'close')
    if (signal === 'SIGTERM') {
      expect([code, output]).toEqual([1, expect.stringContaining('Interrupted. Nothing was restored')])
      expect(existsSync(at('data'))).toBe(false)
    }
    expect(existsSync(at('data/plenum.sqlite'))).toBe(false)
    const second = await programs.run(['backup', at('again.plenum')], { env })
    expect(second).toMatchObject({ code: 1, err: expect.stringContaining('does not contain a site') })
  })

  it('does not change an existing site', async () => {
    await (await programs.serve(settings)).stop()
    const [backup, restore, copy, doctor, fault] = await programs.runEach([
      { args: ['backup', at('a.plenum')], env: settings },
      { args: ['restore', at('a.plenum')], env: settings },
      { args: ['copy', '--from', programs.directory, '--to', programs.directory], env: settings },
      { args: ['doctor', '--deep'], env: settings },
      { args: ['doctor'], env: { ...settings, PORT: 'x' } },
    ])
    expect(backup?.code).toBe(0)
    expect(doctor).toMatchObject({ code: 0, out: expect.stringMatching(/Content: fine\.\n$/) })
    expect(fault).toMatchObject({ code: 2, out: expect.stringContaining('Fault: PORT: must be a whole number') })
    for (const refused of [restore, copy])
      expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('plenum.sqlite already contains a site;') })
  })
})
