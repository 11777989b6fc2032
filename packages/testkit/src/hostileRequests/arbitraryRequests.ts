import fc from 'fast-check'
import { arbitraryBody, type Hostility } from './arbitraryBodies.js'
import { arbitraryForm } from './arbitraryForms.js'
import { brokenFraming, type Framing, oddEncoding, rightFraming } from './arbitraryFraming.js'
import { arbitraryHeaders, type Header } from './arbitraryHeaders.js'
import { arbitraryQuery } from './arbitraryQueries.js'
import { arbitraryPath, arbitraryPlace } from './arbitraryTargets.js'
import { type Grammar, type GrammarRoute, type HostileRequest, nameOf } from './grammar.js'
import { mostly } from './hostileValues.js'

type Part = 'path' | 'query' | 'headers' | 'body' | 'framing' | 'method' | 'version'
type Plan = Readonly<Partial<Record<Part, Hostility>>>

const hostileParts = fc.constantFrom<Part>('path', 'query', 'headers', 'body', 'body', 'framing', 'method', 'version')
const much = mostly(2, fc.constant<Hostility>('some'), fc.constant<Hostility>('all'))

/**
 * Generates plans that specify which parts of a request are wrong. More than half of the requests are valid, most
 * others have one wrong part, and a few have several.
 */
const plans: fc.Arbitrary<Plan> = fc.oneof(
  { weight: 55, arbitrary: fc.constant({}) },
  { weight: 18, arbitrary: fc.constant<Plan>({ body: 'some' }) },
  { weight: 6, arbitrary: fc.constant<Plan>({ query: 'some' }) },
  { weight: 13, arbitrary: fc.tuple(hostileParts, much).map(([part, hostility]): Plan => ({ [part]: hostility })) },
  { weight: 8, arbitrary: fc.dictionary(hostileParts, much, { minKeys: 2, maxKeys: 4 }) as fc.Arbitrary<Plan> },
)

const otherMethods = fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS', 'HEAD', 'PROPFIND', 'LOCK')
const brokenMethods = fc.constantFrom('get', 'FOO', 'TRACE', 'CONNECT', 'G\0T', '', 'X'.repeat(5000))
const brokenVersions = fc.constantFrom('HTTP/1.0', 'HTTP/2.0', 'HTTP/0.9', 'http/1.1', '', 'HTTP/1.1 x')

interface Line {
  readonly method: string
  readonly version: string
  readonly isWhole: boolean
}

function arbitraryLine({ method }: GrammarRoute, plan: Plan): fc.Arbitrary<Line> {
  const line = (sent: fc.Arbitrary<string>, versions: fc.Arbitrary<string>, isWhole: boolean): fc.Arbitrary<Line> =>
    fc.tuple(sent, versions).map(([name, version]) => ({ method: name, version, isWhole }))
  const usualVersion = fc.constant('HTTP/1.1')
  const usualMethod = method === 'GET' ? mostly(15, fc.constant(method), fc.constant('HEAD')) : fc.constant(method)
  if (plan.version) return line(usualMethod, brokenVersions, false)
  if (plan.method === 'some') return line(otherMethods, usualVersion, true)
  if (plan.method === 'all') return line(brokenMethods, usualVersion, false)
  return line(usualMethod, usualVersion, true)
}

function arbitraryFraming(body: Buffer, hostility: Hostility): fc.Arbitrary<Framing> {
  if (hostility === 'none') return rightFraming(body)
  return hostility === 'some' ? oddEncoding(body) : brokenFraming(body)
}

interface Parts {
  readonly line: Line
  readonly path: string
  readonly query: string
  readonly headers: readonly Header[]
  readonly framing: Framing
}

// In Latin-1, each character becomes one byte.
const octets = (text: string): Buffer => Buffer.from(text, 'latin1')

function requestOf(route: string, { line, path, query, headers, framing }: Parts): HostileRequest {
  // Spaces and line breaks are removed, because they would end the request target. Other requests cover malformed
  // request lines.
  const target = `${path}${query === '' ? '' : `?${query}`}`.replace(/[\0-\x20]/g, '')
  const host: Header = ['Host', 'site.example']
  const lines = [host, ...headers, ...framing.headers].map(([name, value]) => `${name}: ${value}\r\n`).join('')
  const head = octets(`${line.method} ${target} ${line.version}\r\n${lines}\r\n`)
  return {
    route,
    method: line.method,
    target,
    bytes: Buffer.concat([head, framing.bytes]),
    isWhole: line.isWhole && framing.isWhole && isReadable(target, headers, head.length),
  }
}

/** Whether Node's HTTP parser accepts the request. All other requests are refused before they reach the application. */
function isReadable(target: string, headers: readonly Header[], size: number): boolean {
  const hosts = headers.filter(([name]) => name === 'Host').length
  return /^[\x21-\x7e]+$/.test(target) && /^(?:\/|https?:\/\/)/.test(target) && hosts === 0 && size < 48_000
}

const weights: Readonly<Record<string, number>> = {
  addContent: 5,
  editContent: 6,
  getContent: 3,
  transitionContent: 3,
  castVote: 2,
  editUser: 2,
  resetPassword: 2,
  addUser: 3,
  removeUser: 2,
  addGroup: 2,
  editControlPanel: 2,
}

const anyRoute = ({ routes }: Grammar): fc.Arbitrary<GrammarRoute> =>
  fc.oneof(...routes.map(route => ({ weight: weights[route.operation] ?? 1, arbitrary: fc.constant(route) })))

/** Plans a wrong query instead of a wrong body for GET requests, because their input is the query. */
const planFor = ({ method }: GrammarRoute, { body, ...others }: Plan): Plan =>
  method === 'GET' && body === 'some' ? { query: body, ...others } : { ...others, ...(body ? { body } : {}) }

/** Generates requests, at least half of them valid. */
export const arbitraryRequest = (grammar: Grammar): fc.Arbitrary<HostileRequest> =>
  mostly(20, arbitraryCall(grammar), arbitraryForm(grammar))

function arbitraryCall(grammar: Grammar): fc.Arbitrary<HostileRequest> {
  const placed = (route: GrammarRoute) => arbitraryPlace(grammar, route).map(place => ({ route, place }))
  return fc.tuple(anyRoute(grammar).chain(placed), plans).chain(([at, plan]) => {
    const of = (part: Part): Hostility => planFor(at.route, plan)[part] ?? 'none'
    const framing = arbitraryBody(grammar, { ...at, hostility: of('body') }).chain(body =>
      arbitraryFraming(body, of('framing')),
    )
    return fc
      .record({
        line: arbitraryLine(at.route, plan),
        path: arbitraryPath(grammar, { ...at, hostility: of('path') }),
        query: arbitraryQuery(grammar, { ...at, hostility: of('query') }),
        headers: arbitraryHeaders(grammar, { ...at, hostility: of('headers') }),
        framing,
      })
      .map(parts => requestOf(nameOf(at.route), parts))
      .filter(request => at.route.method === 'DELETE' || !removesUser(request))
  })
}

/**
 * Whether the request removes a user, who could be the Manager with whose account the grammar is read during the run.
 */
const removesUser = ({ method, target }: HostileRequest): boolean => method === 'DELETE' && target.includes('@users')
