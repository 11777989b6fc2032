import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import {
  basicAuthorization,
  createPrograms,
  eventually,
  type Programs,
  password,
  startWorkers,
  workerClient,
} from '@plenum/testkit'

let programs: Programs

beforeEach(() => {
  programs = createPrograms()
})

afterEach(() => programs.close())

const headers = { ...basicAuthorization('admin', password), 'Content-Type': 'application/json' }
const settings = { EMPTY_SITE: '1', ADMIN_PASSWORD: password, PASSWORD_COST: '4' }
const page = { '@type': 'Document', id: 'page', title: 'Page' }
const later = (milliseconds: number) => ({ at: new Date(Date.now() + milliseconds).toISOString() })

async function post(url: string, body: object): Promise<number> {
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).status
}

const isPublished = async (url: string): Promise<boolean> => (await fetch(`${url}/page`)).status === 200

describe('a planned transition in the service (docs/workflow-and-history.md, Timed transitions)', () => {
  it('runs late if the service did not run at its time, and in a restored site only after a resume', async () => {
    const first = await programs.serve(settings)
    expect(await post(first.url, page)).toBe(201)
    expect(await post(`${first.url}/page/@workflow/publish`, later(2500))).toBe(202)
    await first.stop()
    const restored = { DATA_DIR: path.join(programs.directory, 'restored') }
    const backup = path.join(programs.directory, 'site.plenum')
    const [saved, filled, examined] = await programs.runEach([
      { args: ['backup', backup] },
      { args: ['restore', backup], env: restored },
      { args: ['doctor'], env: restored },
    ])
    expect([saved?.code, filled?.code]).toEqual([0, 0])
    expect(examined?.out).toContain('Planned and timed transitions are paused')
    await new Promise(resolve => setTimeout(resolve, 2500))
    const [second, copy] = await Promise.all([programs.serve(settings), programs.serve(restored)])
    await eventually('the overdue transition', () => isPublished(second.url))
    expect(copy.lines().join('\n')).toContain('plenum workflow resume')
    expect(await isPublished(copy.url)).toBe(false)
    const [resumed] = await programs.runEach([{ args: ['workflow', 'resume'], env: restored }])
    expect(resumed).toMatchObject({ code: 0, out: expect.stringContaining('run at their times') })
    await eventually('the resumed transition', () => isPublished(copy.url))
  }, 120_000)

  it('runs after the worker that runs transitions was killed', async () => {
    const service = await startWorkers(programs, settings)
    const client = workerClient(service.url)
    await client.send('/', { method: 'POST', body: page })
    process.kill(service.workers()[0]?.pid ?? 0, 'SIGKILL')
    client.close()
    const body = later(2500)
    const plan = async () => (await post(`${service.url}/page/@workflow/publish`, body)) === 202
    // Errors are treated as `false`, because a connection to the killed worker can still be reset.
    const isReset = () => false
    await eventually('an answer', () => plan().catch(isReset))
    await eventually('the transition', () => isPublished(service.url).catch(isReset))
    await service.stop()
  }, 120_000)

  it('of a workflow file runs after its time in the state', async () => {
    const folder = path.join(programs.directory, 'workflows')
    mkdirSync(folder)
    const expire = { id: 'offer_expire', title: 'Expire', to: 'over', trigger: 'automatic', after: { days: 1e-5 } }
    const workflow = {
      ...{ id: 'offer', title: 'Offer', stateVariable: 'offer_state', initialState: 'open', historyGuard: {} },
      states: [
        { id: 'open', title: 'Open', transitions: ['offer_expire'] },
        { id: 'over', title: 'Over', transitions: [] },
      ],
      transitions: [{ ...expire, as: { roles: ['Manager'] } }],
      contributedBy: { behavior: 'garden.offer' },
    }
    writeFileSync(path.join(folder, 'offer.json'), JSON.stringify(workflow))
    const env = { ...settings, WORKFLOWS_DIR: folder }
    const { url } = await programs.serve(env)
    const [added] = await programs.runEach([{ args: ['types', 'add', 'Document', 'garden.offer'], env }])
    expect(added?.code).toBe(0)
    expect(await post(url, page)).toBe(201)
    const states = async () => (await (await fetch(`${url}/page`, { headers })).json()) as object
    await eventually('the end of the offer', async () => JSON.stringify(await states()).includes('offer|over'))
  }, 120_000)
})
