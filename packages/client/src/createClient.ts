import { objectAreas, siteAreas } from './areas.js'
import type { Client } from './client.js'
import { type ClientOptions, type Connection, createConnection } from './connection.js'
import { callOf } from './methods.js'
import { specialMethods } from './specialMethods.js'

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
