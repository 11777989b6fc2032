import { createHook } from 'node:async_hooks'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describeRedis, eventually, freePort, startRedis } from '@plenum/testkit'
import { pino } from 'pino'
import { readConfig } from './config.js'
import { type RunningServer, serve } from './serve.js'
import { withService } from './withService.js'

interface Line {
  readonly level: number
  readonly msg: string
  readonly url?: string
  readonly address?: string
}

interface Started extends RunningServer {
  readonly lines: readonly Line[]
}

const directory = mkdtempSync(path.join(tmpdir(), 'plenum-serve-'))

const opened: { close(): Promise<void> }[] = []

const closedAfter = <T extends { close(): Promise<void> }>(one: T): T => {
  opened.push(one)
  return one
}

afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close()
})

afterAll(() => rmSync(directory, { recursive: true }))

async function start(env: Readonly<Record<string, string>>): Promise<Started> {
  const lines: Line[] = []
  const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const usual = { DATA_DIR: directory, PORT: '0', EMPTY_SITE: '1', PASSWORD_COST: '4' }
  const server = await serve(readConfig({ ...usual, ...env }), { log, output: { say: () => {} } })
  closedAfter({ close: server.stop })
  return { ...server, lines }
}

describeRedis(describe, 'a server that is stopped while the shared cache hangs', program => {
  it('ends waiting work, the requests of both ports and all resources within one grace period', async () => {
    const redis = closedAfter(await startRedis(program))
    const memoize = { SHARED_MEMOIZE_URL: redis.url, SHARED_MEMOIZE_TIMEOUT: '60', KEPT_ANSWERS: '0' }
    const server = await start({ ...memoize, METRICS_PORT: '0', STOP_GRACE: '1' })
    const metrics = server.lines.find(({ msg }) => msg === 'metrics')?.url ?? ''
    const schedule = `${server.url}/@schedule`
    const before = await Promise.all([schedule, metrics].map(async url => (await fetch(url)).status))
    // While a value is being written to the store, it is served from RAM, so the first reads may not be shared hits.
    await eventually('a shared hit', async () => {
      await fetch(schedule)
      return /event="shared_hits"} [1-9]/.test(await (await fetch(metrics)).text())
    })
    redis.pause()
    const waiting = [schedule, metrics].map(url =>
      fetch(url).then(
        ({ status }) => status,
        () => 'cut off',
      ),
    )
    await new Promise(resolve => setTimeout(resolve, 100))
    const stopped = performance.now()
    await server.stop()
    const took = performance.now() - stopped
    const ended = await Promise.all(waiting)
    expect([before, ended]).toEqual([
      [200, 200],
      ['cut off', 'cut off'],
    ])
    expect(took).toBeGreaterThan(900)
    // The limit is shorter than the timeout of a store request (a minute) and the default grace period (ten seconds).
    expect(took).toBeLessThan(9000)
    expect(server.lines.map(({ msg }) => msg)).not.toContain('fault')
  })
})

describe('a server that starts', () => {
  it('warns in one line of a transition that two workflows of a type define', async () => {
    const workflows = mkdtempSync(path.join(directory, 'workflows-'))
    for (const id of ['legal', 'office']) {
      const states = [{ id: 'open', title: 'Open', transitions: ['settle'] }]
      const transitions = [{ id: 'settle', title: 'Settle', to: 'open' }]
      const workflow = { id, title: id, stateVariable: `${id}_state`, initialState: 'open', states, transitions }
      const contributedBy = { behavior: 'garden.office' }
      writeFileSync(path.join(workflows, `${id}.json`), JSON.stringify({ ...workflow, contributedBy }))
    }
    const env = { DATA_DIR: path.join(directory, 'shared'), WORKFLOWS_DIR: workflows }
    const warnings = ({ lines }: Started) => lines.filter(({ level, msg }) => level === 40 && /settle/.test(msg))
    const first = await start(env)
    await first.stop()
    await withService(
      async ({ site, asOwner }) => {
        await asOwner(site, 'setTypeBehaviors', { type: 'Link', behaviors: ['garden.office'] })
      },
      { config: readConfig(env), output: { say: () => {} } },
    )
    expect([warnings(first), warnings(await start(env))]).toEqual([
      [],
      [expect.objectContaining({ msg: expect.stringMatching(/^Link: the workflows legal, office all define/) })],
    ])
  })

  it('logs the location of its data, and warns once of settings that an existing site ignores', async () => {
    const env = { DATA_DIR: path.join(directory, 'again'), ADMIN_USER: 'chief', ADMIN_PASSWORD: 'Secret-password-1' }
    const first = await start(env)
    await first.stop()
    const { lines } = await start({ ...env, LANGUAGE: 'de' })
    const place = path.join(env.DATA_DIR, 'plenum.sqlite')
    expect(lines.filter(({ msg }) => msg === 'store')).toEqual([expect.objectContaining({ store: 'sqlite', place })])
    const warnings = ({ level, msg }: Line) => level === 40 && msg.includes('already exists')
    expect(first.lines.filter(warnings)).toEqual([])
    expect(lines.filter(warnings).map(({ msg }) => msg)).toEqual([
      'The site already exists, so these variables, which apply only to new sites, are ignored: ADMIN_USER, ADMIN_PASSWORD, EMPTY_SITE, LANGUAGE. `plenum user password NAME` sets a password.',
    ])
    expect(JSON.stringify(lines)).not.toContain('Secret')
  })

  const cacheLines = ({ lines }: Started) => lines.filter(({ address, msg }) => address || /cache/.test(msg))

  describeRedis(describe, 'with a shared cache', program => {
    it('logs one line when it listens, with its name and URL, without the password', async () => {
      const redis = closedAfter(await startRedis(program, { requirepass: 's3cret' }))
      const server = await start({ SHARED_MEMOIZE_URL: `redis://:s3cret@127.0.0.1:${redis.port}` })
      await eventually('a line', () => cacheLines(server).length > 0)
      await server.stop()
      const address = `redis://:***@127.0.0.1:${redis.port}`
      expect(cacheLines(server)).toEqual([
        expect.objectContaining({ level: 30, address, product: expect.any(String), version: expect.any(String) }),
      ])
    })

    it('does not wait for a shared cache that hangs, and logs nothing about it if the server is stopped first', async () => {
      const redis = closedAfter(await startRedis(program))
      redis.pause()
      const begun = performance.now()
      const server = await start({ SHARED_MEMOIZE_URL: redis.url, SHARED_MEMOIZE_TIMEOUT: '60' })
      await server.stop()
      expect(performance.now() - begun).toBeLessThan(30_000)
      expect(cacheLines(server)).toEqual([])
    })
  })

  it('reports why a shared cache does not answer, and that the site works without it', async () => {
    const url = `redis://ada:s3cret@127.0.0.1:${await freePort()}`
    const server = await start({ SHARED_MEMOIZE_URL: url })
    await eventually('a line', () => cacheLines(server).length > 0)
    await server.stop()
    expect(cacheLines(server)).toEqual([
      expect.objectContaining({
        level: 40,
        msg: expect.stringContaining('works without'),
        address: url.replace('s3cret', '***'),
        reason: expect.stringContaining('ECONNREFUSED'),
      }),
    ])
  })

  it('logs nothing about a shared cache if none is configured', async () => {
    const server = await start({})
    await new Promise(resolve => setTimeout(resolve, 50))
    await server.stop()
    expect(cacheLines(server)).toEqual([])
  })

  it('answers in LANGUAGE from the first start on, and ignores later values', async () => {
    const data = { DATA_DIR: path.join(directory, 'german') }
    for (const LANGUAGE of ['de', 'es']) {
      const server = await start({ ...data, LANGUAGE })
      const answer = await fetch(`${server.url}/nowhere`, { headers: { 'accept-language': 'es' } })
      expect([answer.headers.get('content-language'), answer.headers.get('vary')]).toEqual([
        'de',
        'Authorization, Accept',
      ])
      expect(await answer.json()).toMatchObject({ message: 'Unter dieser Adresse gibt es keinen Inhalt.' })
      await server.stop()
    }
  })
})

describe('a restart (docs/operate.md, Start and stop)', () => {
  const restart = async () => {
    const env = { DATA_DIR: mkdtempSync(path.join(directory, 'restart-')), PORT: String(await freePort()) }
    await (await start(env)).stop()
    return env
  }

  it('listens once: reconnecting clients are never accepted and then reset', async () => {
    const env = await restart()
    const handles: string[] = []
    const hook = createHook({ init: (_, type) => void handles.push(type) }).enable()
    await start(env)
    hook.disable()
    expect(handles.filter(type => type === 'TCPSERVERWRAP')).toHaveLength(1)
  })

  it('does not begin if another program answers on the port', async () => {
    const env = await restart()
    await start(env)
    await expect(start(env)).rejects.toThrow(`PORT: ${env.PORT} on 127.0.0.1 is in use by another program.`)
  })
})

describe('the first start', () => {
  const ownDirectory = () => mkdtempSync(path.join(directory, 'own-'))
  const read = async (url: string, headers = {}): Promise<{ readonly title?: string; readonly type_title?: string }> =>
    JSON.parse(await (await fetch(url, { headers })).text())

  it('creates only the root with EMPTY_SITE=1', async () => {
    const { url } = await start({ DATA_DIR: ownDirectory() })
    const noEvent = { start: null, end: null, days: [] }
    expect(await read(url)).toMatchObject({ title: 'Site', ...noEvent, items: [], items_total: 0 })
    expect(await read(`${url}/@schedule`)).toEqual({ items: [] })
  })

  it('leaves nothing of an interrupted first start', async () => {
    const DATA_DIR = ownDirectory()
    const ofRunning = 'plenum.sqlite.1.new'
    for (const name of ['plenum.sqlite.999999999.new', 'plenum.sqlite.999999999.new-wal', ofRunning])
      writeFileSync(path.join(DATA_DIR, name), 'half a database')
    const { url } = await start({ DATA_DIR })
    expect((await read(url)).title).toBe('Site')
    expect(readdirSync(DATA_DIR)).toContain('plenum.sqlite')
    expect(readdirSync(DATA_DIR).filter(name => name.includes('.new'))).toEqual([ofRunning])
  })

  it.each([
    ['de', 'Plone-Website'],
    ['pt_PT.UTF-8:en', 'Site Plone'],
    ['it', 'Sito Plone'],
    ['fr', 'Plone Site'],
  ])(
    'creates a site in LANGUAGE, whether built in or from LANGUAGES_DIR, and otherwise in English: %s',
    async (LANGUAGE, title) => {
      const languages = ownDirectory()
      writeFileSync(path.join(languages, 'it.json'), JSON.stringify({ 'Plone Site': 'Sito Plone' }))
      const { url } = await start({ DATA_DIR: ownDirectory(), LANGUAGE, LANGUAGES_DIR: languages })
      expect((await read(url, { 'accept-language': 'es' })).type_title).toBe(title)
    },
  )
})
