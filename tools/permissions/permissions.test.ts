import { readFileSync } from 'node:fs'
import path from 'node:path'
import { matrixRequests } from './matrixRequests.js'
import { callers, openMatrixSite } from './openMatrixSite.js'
import { routesOf } from './ownOperations.js'
import { type Cell, MatrixError, readMatrix } from './readMatrix.js'
import { testMatrix } from './testMatrix.js'

const read = (name: string): string => readFileSync(path.resolve(import.meta.dirname, '../../docs', name), 'utf8')
const letters = Object.keys(callers).join('')
const allCells = readMatrix(read('permissions.md'), letters)
const isOwn = ({ section }: Cell): boolean => section === 'Operations'
const cells = allCells.filter(cell => !isOwn(cell))

function isOfSample({ caller, answer }: Cell, i: number): boolean {
  return i % 10 === Math.floor(i / 10) % 10 || (caller === 'A' && answer === '401')
}

/**
 * Whether a row in the table of permissions covers an endpoint. `{name}` matches any segment. The path of an object may
 * be empty, because the site root is an object.
 */
function isAbout(endpoint: string, row: string): boolean {
  const [known, asked] = [segmentsOf(endpoint), segmentsOf(row)]
  return known.length === asked.length && known.every((segment, i) => segment.startsWith('{') || segment === asked[i])
}

const segmentsOf = (text: string): readonly string[] => {
  const [method = '', address = ''] = text.split(' ')
  return [method, ...address.split('/').filter(segment => segment !== '' && segment !== '{path}')]
}

describe('docs/permissions.md', () => {
  it('contains every endpoint that docs/http.md lists and no other', () => {
    const endpoints = [...read('http.md').matchAll(/^\| `((?:GET|POST|PATCH|DELETE) [^`]*)`/gm)].map(
      ([, one = '']) => one,
    )
    const covered = [...new Set(cells.map(({ endpoint }) => endpoint))]
    expect(endpoints.filter(endpoint => !covered.some(one => isAbout(endpoint, one)))).toEqual([])
    expect(covered.filter(one => !endpoints.some(endpoint => isAbout(endpoint, one)))).toEqual([])
  })

  it('contains every operation that the application adds', async () => {
    const site = await openMatrixSite()
    const routes = routesOf(site)
    expect(routes.map(({ operation }) => operation)).toEqual(site.ownOperations.map(({ name }) => name))
    const covered = [...new Set(allCells.filter(isOwn).map(({ endpoint }) => endpoint))]
    expect(covered).toEqual(routes.map(({ method, view }) => `${method} /{path}/${view}`))
  })

  it('has a row for each described request', () => {
    const endpoints = new Set(cells.map(({ endpoint }) => endpoint))
    expect(Object.keys(matrixRequests).filter(endpoint => !endpoints.has(endpoint))).toEqual([])
  })

  it('states the answers of the service', async () => {
    const tested = process.env.PERMISSIONS === 'all' ? allCells : allCells.filter(isOfSample)
    expect(tested.length).toBeGreaterThan(200)
    expect(await testMatrix(tested)).toEqual([])
  }, 300_000)
})

describe('a table of permissions', () => {
  const table = (cell: string) => `# Title

## Pages

| Endpoint | Answer | private | published | Others |
| -- | -- | -- | -- | -- |
| \`POST /{path}\` again | 201 | ${cell} | all | 401 |
`

  it('is parsed cell by cell: letters, statuses with letters, and the rest', () => {
    expect(readMatrix(table('B, 403 C'), 'ABC').map(({ caller, state, answer }) => [caller, state, answer])).toEqual([
      ['A', 'private', '401'],
      ['B', 'private', '201'],
      ['C', 'private', '403'],
      ['A', 'published', '201'],
      ['B', 'published', '201'],
      ['C', 'published', '201'],
    ])
    expect(readMatrix(table('nobody'), 'A')[0]).toEqual({
      endpoint: 'POST /{path} again',
      section: 'Pages',
      state: 'private',
      caller: 'A',
      answer: '401',
    })
  })

  it('is rejected for a duplicate or unknown caller', () => {
    for (const cell of ['AA', 'A, 403 A', 'X', 'A, 403 BX'])
      expect(() => readMatrix(table(cell), 'AB')).toThrow(MatrixError)
  })
})
