import type { CallerMethods, JsonObject, JsonValue, Site } from '@plenum/core'
import type { ApiRequest } from './apiRequest.js'
import { noContent, type Reply } from './reply.js'
import { type Method, type Route, type RouteOptions, rowOf } from './route.js'

type Names<Methods> = { [A in keyof Methods & string]: `${A}.${keyof Methods[A] & string}` }[keyof Methods & string]

/** The names of the operations that the application has added to a site. */
type OwnName<S extends Pick<Site, 'as'>> = Exclude<Names<ReturnType<S['as']>>, Names<CallerMethods>>

interface OwnRow extends Partial<RouteOptions> {
  /**
   * Returns the operation input. Defaults to the body for POST and PATCH, and to the query parameters for other
   * methods.
   */
  input?(request: ApiRequest): unknown
  /** Returns the response. The default status is 200, or 204 if the operation returns null or undefined. */
  reply?(answer: unknown, request: ApiRequest): Reply | Promise<Reply>
}

/**
 * Creates a route that runs an operation of the application (docs/embedding.md, Your own operations). Throws a
 * TypeError if the site has no operation with this name.
 *
 * @example
 * const site = createSite(platform, { operations: { recipes: { serve } } })
 * app.use(createRouter(site, { routes: [ownRoute(site, 'POST @serve', 'recipes.serve')] }))
 */
export function ownRoute<S extends Pick<Site, 'as' | 'ownOperations'>>(
  site: S,
  address: `${Method} @${string}`,
  name: OwnName<S>,
  { input, reply = defaultReply, ...options }: OwnRow = {},
): Route {
  const operation = site.ownOperations.find(own => own.name === name)
  if (!operation) {
    const names = site.ownOperations.map(own => own.name).join(', ') || 'none'
    throw new TypeError(`The site has no operation '${name}'. Its own operations: ${names}.`)
  }
  const row = rowOf(address, name)
  const inputOf = input ?? (row.body ? bodyOf : queryOf)
  const answers = { 200: operation.answer ?? {} }
  const body: { readonly body?: JsonObject } = row.body && operation.input ? { body: operation.input } : {}
  const documented = { description: { summary: operation.summary, ...body, answers } }
  return {
    ...row,
    ...documented,
    ...options,
    answer: async (on, context, request) =>
      reply(await on.runOwn(name, { ...context, input: () => inputOf(request) }), request),
  }
}

const bodyOf = ({ body }: ApiRequest): JsonObject => body()

const queryOf = ({ query }: ApiRequest): JsonObject =>
  Object.fromEntries(query.names().map(name => [name, query.get(name) ?? '']))

const defaultReply = (answer: unknown): Reply =>
  answer === null || answer === undefined ? noContent() : { kind: 'json', status: 200, body: answer as JsonValue }
