import { basicAuthorization, createPrograms, freshDatabases, type Programs, password } from '@plenum/testkit'

const fresh = freshDatabases(afterAll)
const authorization = basicAuthorization('admin', password)
/** The number of writers. Each writer changes every object in `paths` once. `npm run test:all` uses 500 writers. */
const { ALL_TESTS, MANY_WRITERS = ALL_TESTS ? '500' : '120' } = process.env
const writers = Number(MANY_WRITERS)
const paths = ['/one', '/two', '/three']

let programs: Programs

beforeEach(() => {
  programs = createPrograms()
})

afterEach(() => programs.close())

async function startServers() {
  const settings = { DATABASE_URL: await fresh(), EMPTY_SITE: '1', ADMIN_PASSWORD: password, PASSWORD_COST: '4' }
  const servers = await Promise.all([1, 2, 3].map(() => programs.serve({ ...settings, WRITE_WAIT: '60' })))
  const ask = (number: number, method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const init = { method, headers: { ...authorization, 'Content-Type': 'application/json', ...headers } }
    const url = servers[number % servers.length]?.url ?? ''
    return fetch(url + path, body ? { ...init, body: JSON.stringify(body) } : init)
  }
  for (const path of paths) await ask(0, 'POST', '/', { '@type': 'Document', id: path.slice(1), title: 'Page' })
  return ask
}

interface Version {
  readonly type: string
  readonly version?: number
  readonly comments: string
}

describe('three servers with one PostgreSQL database (docs/operate.md, PostgreSQL)', () => {
  it('accept many writers of the same objects: nothing is lost or duplicated, and histories have no gap', async () => {
    const ask = await startServers()
    const write = async (writer: number) => {
      const statuses: (number | string)[] = []
      for (const path of paths) {
        const changeNote = `writer ${writer}`
        const answer = await ask(writer, 'PATCH', path, { description: changeNote, changeNote })
        const text = await answer.text()
        statuses.push(answer.ok ? answer.status : `${answer.status} ${text}`)
      }
      return statuses
    }
    const statuses = (await Promise.all(Array.from({ length: writers }, (_, i) => write(i)))).flat()
    expect(new Set(statuses)).toEqual(new Set([204]))
    for (const path of paths) {
      const history = (await (await ask(1, 'GET', `${path}/@history`)).json()) as Version[]
      const versions = history.filter(({ type }) => type === 'versioning')
      const numbers = versions.map(({ version }) => version)
      expect(numbers).toEqual(Array.from({ length: writers + 1 }, (_, i) => writers - i))
      const notes = versions.map(({ comments }) => comments).filter(note => note.startsWith('writer '))
      expect(new Set(notes).size).toBe(writers)
      expect(notes).toHaveLength(writers)
    }
  }, 300_000)

  it('accept only one of several writers who expect the same revision', async () => {
    const ask = await startServers()
    const first = await ask(0, 'GET', '/one')
    await first.arrayBuffer()
    const headers = { 'If-Match': first.headers.get('etag') ?? '' }
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) => ask(i, 'PATCH', '/one', { description: `writer ${i}` }, headers)),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter(status => status === 204)).toHaveLength(1)
    expect(statuses.filter(status => status === 409 || status === 412)).toHaveLength(29)
  })
})
