import { readQuery } from '@plenum/core'
import { pollReply } from '../endpoints/polls.js'
import { routes } from '../routes.js'
import { ok, type Payload } from './reply.js'
import { isRouteFor, type Route, route } from './route.js'

const row = (more: Partial<Route> = {}): Route => ({ ...route('GET @x', 'listRoles'), ...more })

describe('the match of a request and a route', () => {
  it.each([
    ['GET', '@x', [], true],
    ['HEAD', '@x', [], true],
    ['POST', '@x', [], false],
    ['get', '@x', [], false],
    ['GET', '@X', [], false],
    ['GET', null, [], false],
    ['GET', '@x', ['more'], false],
  ])('for %s %s %j: %s', (method, view, rest, isMeant) => {
    expect(isRouteFor(row(), method, { view, rest })).toBe(isMeant)
  })

  it('includes HEAD wherever GET exists, and nowhere else', () => {
    expect(isRouteFor(row({ method: 'POST' }), 'HEAD', { view: '@x', rest: [] })).toBe(false)
  })

  it.each([
    [['a'], false, ['a'], true],
    [['a'], false, ['b'], false],
    [['a'], false, [], false],
    [['*'], false, ['anything'], true],
    [['*'], false, ['a', 'b'], false],
    [['*'], true, ['a', 'b'], true],
    [['*'], true, ['a', 'b', 'c'], false],
    [['*'], true, [], false],
    [[], true, [], true],
    [[], true, ['a'], true],
  ])('for segments %j, one more allowed %s: %j is %s', (segments, optionalSegment, rest, isMeant) => {
    expect(isRouteFor(row({ segments, optionalSegment }), 'GET', { view: '@x', rest })).toBe(isMeant)
  })
})

describe('a route', () => {
  it('splits its address into parts', () => {
    const { method, view, segments, optionalSegment } = route('GET @@images/*/?', 'listRoles')
    expect({ method, view, segments, optionalSegment }).toEqual({
      method: 'GET',
      view: '@@images',
      segments: ['*'],
      optionalSegment: true,
    })
    expect(route('GET', 'listRoles')).toMatchObject({ view: null, segments: [], optionalSegment: false })
  })

  it('does not compile without the input of its operation', () => {
    // @ts-expect-error The operation needs an id.
    route('GET @users/*', 'getUser')
    // @ts-expect-error The route needs a reply, because the operation does not return a JSON body.
    route('GET @poll', 'getPoll')
    // @ts-expect-error A GET route does not read a body.
    route('GET @sharing', 'editSharing')
  })

  it('does not compile with a page for another answer', () => {
    route('GET @workflow', 'getWorkflow', { page: 'workflow' })
    // @ts-expect-error The page of a poll does not show a workflow.
    route('GET @workflow', 'getWorkflow', { page: 'poll' })
    // @ts-expect-error A list of roles is not a history.
    route('GET @roles', 'listRoles', { page: 'history' })
    // @ts-expect-error The body contains a poll.
    route('GET @poll', 'getPoll', { page: 'workflow', reply: pollReply })
    // @ts-expect-error The answer contains more data than the page of a poll shows.
    route('GET @poll', 'getPoll', { page: 'poll' })
    // @ts-expect-error No page accepts a body of any type.
    route('GET @schedule', 'getSchedule', { page: 'schedule', reply: body => ok<Payload>(body) })
    // @ts-expect-error The login form does not show an answer.
    route('GET @login', 'listLoginOptions', { page: 'login' })
  })
})

describe('the table of routes', () => {
  it('contains one row per request', () => {
    const keys = routes.map(({ method, view, segments }) => [method, view, ...segments].join(' '))
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('names services with an @, and none by PUT', () => {
    for (const { view, method } of routes) {
      expect(view ?? '@').toMatch(/^@/)
      expect(['GET', 'POST', 'PATCH', 'DELETE']).toContain(method)
    }
  })

  it('reads bodies of POST, PATCH and a few others', () => {
    const others = routes.filter(({ method, body }) => (body !== null) !== (method === 'POST' || method === 'PATCH'))
    const named = ['DELETE @aliases', 'DELETE @lock', 'POST @login-renew', 'POST @logout', 'POST @unsubscribe']
    expect(others.map(({ method, view }) => `${method} ${view}`).sort()).toEqual(named)
  })
})

it('reads the query for operations unless the route specifies another input', async () => {
  const inputOf = async (compiled: Route) => {
    const query = readQuery('search=a')
    const run = async (_name: string, { input }: { readonly input: () => unknown }) => input()
    return compiled.answer({ run } as never, {} as never, { query } as never)
  }
  expect(await inputOf(route('GET @principals', 'findPrincipals'))).toMatchObject({ body: { search: 'a' } })
  const own = route('GET @principals', 'findPrincipals', { input: () => ({ search: 'b' }) })
  expect(await inputOf(own)).toMatchObject({ body: { search: 'b' } })
})
