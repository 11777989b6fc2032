import type { Batched, ContentPayload } from '@plenum/core/answers'
import { objectAreas, siteAreas } from './areas.js'
import type { Client, RequestOptions, SpecialMethods } from './client.js'
import { type ClientOptions, type Connection, createConnection, type Target } from './connection.js'
import { type Listing, listingOf } from './listing.js'
import { liveResults } from './liveResults.js'
import { callOf } from './methods.js'
import type { CallOptions } from './send.js'
import { encodeFile } from './uploads.js'
import { encodeSegment } from './urls.js'

type Method = (...args: unknown[]) => Promise<unknown>
type Areas<Value> = Readonly<Record<string, Readonly<Record<string, Value>>>>

/**
 * Creates a client for the service at `baseUrl` (docs/how-to/front-end.md). Throws a TypeError if `baseUrl` is not an
 * `http` or `https` URL.
 */
export function createClient(options: ClientOptions): Client {
  const connection = createConnection(options)
  const specials = specialMethods(connection)
  const client = Object.create(null, Object.getOwnPropertyDescriptors(specials))
  const tables = [methodsOf(objectAreas, true, connection), methodsOf(siteAreas, false, connection)]
  for (const [area, methods] of tables.flatMap(Object.entries)) client[area] = { ...methods, ...client[area] }
  return client
}

/**
 * Creates a method for each address in a table. If `hasPath` is true, the first argument of each method is the path of
 * an object.
 */
function methodsOf(areas: Areas<string>, hasPath: boolean, { send }: Connection): Areas<Method> {
  const methodOf =
    (address: string): Method =>
    async (...args) => {
      const path = hasPath ? String(args.shift()) : '/'
      const { method, view, input, options } = callOf(address, args)
      const isRead = method === 'GET'
      const target = { path, view, ...(isRead ? { query: Object(input) } : {}) }
      return (await send(method, target, { ...options, ...(isRead ? {} : { body: input }) })).body
    }
  return mapped(areas, methods => mapped(methods, methodOf))
}

const mapped = <From, To>(values: Readonly<Record<string, From>>, map: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]))

function specialMethods(connection: Connection): SpecialMethods {
  const { session, send, openStream, etagOf } = connection
  /** Returns the response body. The type is asserted here, and the tests compare it with the type of the route. */
  const bodyOf = async <T>(method: string, target: Target, options?: RequestOptions): Promise<T> =>
    (await send(method, target, options)).body as T
  const listing = <T>(target: Target, options?: CallOptions): Listing<T> =>
    listingOf(query => bodyOf<Batched<T>>('GET', { ...target, query: query ?? target.query }, options))
  const transition = (path: string, name: string, query?: { dry_run: 1 }): Target => ({
    path,
    view: `/@workflow/${encodeSegment(name)}`,
    query,
  })
  const update = (path: string, body: unknown, options: CallOptions = {}, more: Partial<Target> = {}) => {
    const headers = { ...options.headers, prefer: 'return=representation' }
    return bodyOf<ContentPayload>('PATCH', { path, ...more }, { ...options, headers, body })
  }
  return {
    content: {
      update,
      items: (path, query, options) => listing({ path, query }, options),
      transition: (path, name, body, options) => bodyOf('POST', transition(path, name), { ...options, body }),
    },
    workflow: {
      preview: (path, name, body, options) =>
        bodyOf('POST', transition(path, name, { dry_run: 1 }), { ...options, body }),
      plan: (path, name, body, options) => bodyOf('POST', transition(path, name), { ...options, body }),
    },
    polls: {
      results: (path, options = {}) =>
        liveResults(() => openStream({ path, view: '/@@results-events' }, options.signal), options),
    },
    types: {
      schema: (path, type, options) => bodyOf('GET', { path, view: `/@types/${encodeSegment(type)}` }, options),
      field: (path, type, field, options) =>
        bodyOf('GET', { path, view: `/@types/${encodeSegment(type)}/${encodeSegment(field)}` }, options),
    },
    querystring: {
      search: (path, query, options) =>
        listingOf(next => {
          const { b_start = query.b_start } = Object.fromEntries(new URLSearchParams(next ?? ''))
          const body = { ...query, ...(b_start === undefined ? {} : { b_start }) }
          return bodyOf('POST', { path, view: '/@querystring-search' }, { ...options, body })
        }),
    },
    vocabularies: {
      terms: (path, name, query, options) =>
        listing({ path, view: `/@vocabularies/${encodeSegment(name)}`, query }, options),
    },
    search: (query, { path = '/', ...options } = {}) => listing({ path, view: '/@search', query }, options),
    uploads: {
      create: async (path, content, { values, ...options } = {}) => {
        const file = await encodeFile(content, options)
        const isImage = file['content-type'].startsWith('image/')
        const fields = { '@type': isImage ? 'Image' : 'File', title: file.filename, [isImage ? 'image' : 'file']: file }
        return bodyOf('POST', { path, onProgress: options.onProgress }, { ...options, body: { ...fields, ...values } })
      },
      replace: async (path, field, content, options = {}) =>
        update(path, { [field]: await encodeFile(content, options) }, options, { onProgress: options.onProgress }),
    },
    get token() {
      return session.token
    },
    setToken: session.set,
    etagOf,
    login: async (login, password, options) => {
      const target = { path: '/', view: '/@login' }
      session.set((await bodyOf<{ token: string }>('POST', target, { ...options, body: { login, password } })).token)
    },
    logout: async options => {
      await send('POST', { path: '/', view: '/@logout' }, options)
      session.set(null)
    },
    request: async (method, path, { query, ...options } = {}) =>
      (await send(method, { path, query }, options)) as never,
  }
}
