import type { JsonObject } from '@plenum/core'
import { created, noContent, ok } from './reply.js'
import { type ApiRequest, textOf, textsOf } from './request.js'
import { type Route, route } from './route.js'

const newUserBody = {
  type: 'object',
  properties: {
    fullname: { type: ['string', 'null'] },
    roles: { type: 'array', items: { type: 'string' }, maxItems: 100 },
  },
}

const limitOf = (request: ApiRequest): number =>
  Math.min(Number(/^\d{1,4}$/.exec(textOf(request, 'limit') ?? '25')?.[0] ?? 25), 1000)

/** What is asked of the site as a whole: its people, its settings, its cache. */
export const siteRoutes: readonly Route[] = [
  route({
    method: 'GET',
    view: '@sharedmemoize',
    operation: 'getSharedMemoize',
    input: () => undefined,
    reply: status => ok(status as unknown as JsonObject),
  }),
  route({
    method: 'POST',
    view: '@sharedmemoize',
    segments: ['invalidate'],
    bodyIsDemanded: true,
    operation: 'invalidateSharedMemoize',
    input: ({ body }) => body,
    reply: outcome => ok(outcome),
  }),
  route({
    method: 'GET',
    view: '@users',
    operation: 'listUsers',
    input: request => {
      const [search, id, groups] = [
        textOf(request, 'search'),
        textOf(request, 'query'),
        textsOf(request, 'groups-filter'),
      ]
      return {
        limit: limitOf(request),
        ...(search ? { search } : {}),
        ...(id ? { id } : {}),
        ...(groups.length > 0 ? { groups } : {}),
      }
    },
    reply: users => ok(users),
  }),
  route({
    method: 'GET',
    view: '@users',
    segments: ['*'],
    operation: 'getUser',
    input: ({ rest }) => ({ id: rest[0] ?? '' }),
    reply: user => ok(user),
  }),
  route({
    method: 'POST',
    view: '@users',
    body: newUserBody,
    operation: 'addUser',
    input: ({ body }) => body,
    reply: user => created(user, { Location: String(user['@id']) }),
  }),
  route({ method: 'GET', view: '@roles', operation: 'listRoles', input: () => undefined, reply: roles => ok(roles) }),
  route({
    method: 'GET',
    view: '@groups',
    operation: 'listGroups',
    input: () => undefined,
    reply: groups => ok(groups),
  }),
  route({
    method: 'GET',
    view: '@controlpanels',
    segments: ['tech-event-settings'],
    operation: 'getEventControlPanel',
    input: () => undefined,
    reply: panel => ok(panel),
  }),
  route({
    method: 'PATCH',
    view: '@controlpanels',
    segments: ['tech-event-settings'],
    operation: 'editEventControlPanel',
    input: ({ body }) => body,
    reply: () => noContent,
  }),
]
