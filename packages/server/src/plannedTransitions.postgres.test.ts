import { postgresStore } from '@plenum/sql-store'
import {
  basicAuthorization,
  createPrograms,
  freshDatabases,
  type OpenTwoStores,
  type Programs,
  password,
  plansFollowTheModel,
  runsOf,
} from '@plenum/testkit'

const freshSite = freshDatabases(afterAll, async url => (await postgresStore({ url })).close())
const fresh = freshDatabases(afterAll)
const headers = { ...basicAuthorization('admin', password), 'Content-Type': 'application/json' }

const onPostgres: OpenTwoStores = async () => {
  const url = await freshSite()
  const open = async () => (await postgresStore({ url, readers: 2 })).content
  return [await open(), await open()]
}

let programs: Programs

beforeEach(() => {
  programs = createPrograms()
})

afterEach(() => programs.close())

interface Entry {
  readonly type: string
  readonly planned_by?: string
}

describe('planned transitions on PostgreSQL', () => {
  it(
    'run exactly once, in order, if two sites run them at the same time',
    () => plansFollowTheModel(onPostgres, runsOf(500)),
    600_000,
  )

  it('run exactly once with three servers', async () => {
    const settings = { DATABASE_URL: await fresh(), EMPTY_SITE: '1', ADMIN_PASSWORD: password, PASSWORD_COST: '4' }
    const servers = await Promise.all([1, 2, 3].map(() => programs.serve(settings)))
    const ask = async (number: number, method: string, path: string, sent?: object) => {
      const init = { method, headers, ...(sent ? { body: JSON.stringify(sent) } : {}) }
      const answer = await fetch((servers[number % 3]?.url ?? '') + path, init)
      const body = (await answer.json()) as { readonly items: readonly unknown[] } & readonly Entry[]
      return { status: answer.status, body }
    }
    const at = new Date(Date.now() + 8000).toISOString()
    const paths = Array.from({ length: 20 }, (_, i) => `/page-${i}`)
    for (const [i, path] of paths.entries()) {
      await ask(i, 'POST', '/', { '@type': 'Document', id: path.slice(1), title: path })
      expect((await ask(i + 1, 'POST', `${path}/@workflow/publish`, { at })).status).toBe(202)
    }
    for (const [i, path] of paths.entries()) {
      const isOver = async () => (await ask(i, 'GET', `${path}/@workflow-plans`)).body.items.length === 0
      while (!(await isOver())) await new Promise(resolve => setTimeout(resolve, 200))
      const { body: history } = await ask(i + 2, 'GET', `${path}/@history`)
      expect(history.filter(entry => entry.planned_by === 'admin')).toHaveLength(1)
    }
  }, 120_000)
})
