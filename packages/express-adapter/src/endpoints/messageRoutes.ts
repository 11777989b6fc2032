import { queryInputs } from '@plenum/core'
import type { ApiRequest } from '../exchange/apiRequest.js'
import { accepted, created, noContent } from '../exchange/reply.js'
import type { Route } from '../exchange/route.js'
import { route } from '../table/serviceRoute.js'
import { markPrivate } from './polls.js'

export const idInput = ({ rest: [id = ''] }: ApiRequest) => ({ id })
export const idAndBody = ({ rest: [id = ''], body }: ApiRequest) => ({ id, body: body() })
const tokenInput = ({ rest: [token = ''] }: ApiRequest) => ({ token })

/** The routes for webhooks and for emails to presenters (docs/webhooks.md and docs/schedule.md). */
export const messageRoutes: readonly Route[] = [
  route('GET @webhooks', 'listWebhooks', { page: 'webhooks' }),
  route('POST @webhooks', 'addWebhook', { audited: 'settings', begin: markPrivate, reply: created }),
  route('GET @webhooks/*', 'getWebhook', { input: idInput }),
  route('PATCH @webhooks/*', 'editWebhook', { audited: 'settings', input: idAndBody, reply: noContent }),
  route('DELETE @webhooks/*', 'removeWebhook', { audited: 'settings', input: idInput, reply: noContent }),
  route('POST @webhooks/*/rotate', 'rotateWebhook', { audited: 'settings', begin: markPrivate, input: idInput }),
  route('POST @webhooks/*/ping', 'pingWebhook', { input: idInput, reply: accepted }),
  route('GET @webhooks/*/deliveries', 'listDeliveries', {
    page: 'deliveries',
    input: ({ query, rest: [id = ''] }) => ({ id, ...queryInputs.listDeliveries(query) }),
  }),
  route('POST @webhooks/*/deliveries/*/repeat', 'repeatDelivery', {
    input: ({ rest: [id = '', , delivery = ''] }) => ({ id, delivery }),
    reply: accepted,
  }),
  route('GET @outbox', 'listMails', { page: 'outbox' }),
  route('PATCH @outbox', 'pauseMails', { audited: 'settings', reply: noContent }),
  route('POST @outbox/*/retry', 'retryMail', { input: idInput, reply: accepted }),
  route('GET @unsubscribe/*', 'getUnsubscription', { page: 'unsubscribe', input: tokenInput }),
  route('POST @unsubscribe/*', 'unsubscribe', { body: null, input: tokenInput, reply: noContent }),
]
