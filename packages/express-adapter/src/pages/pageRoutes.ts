import type { JsonObject } from '@plenum/core'
import type { DocumentedRoute, RouteDescription } from '../exchange/documentedRoute.js'
import { formActions } from './forms/formActions.js'
import { filesView } from './pageRenderer.js'
import { eventsView, formView, loginPath } from './pageRequest.js'

const pageRoute = (method: 'GET' | 'POST', view: string | null, description: RouteDescription): DocumentedRoute => ({
  address: `${method} ${description.path}`,
  method,
  view,
  segments: [],
  optionalSegment: false,
  operation: null,
  isConditional: false,
  page: view === formView ? {} : null,
  description,
})

const formFields: JsonObject = {
  type: 'object',
  required: ['token'],
  properties: {
    token: { type: 'string', description: 'The token from the page of the form.' },
    came_from: { type: 'string', description: 'The URL of the page to which the response redirects.' },
  },
}

const page = { 200: 'text/html' }

/**
 * The URLs that only pages and browsers use (docs/pages.md). The table of routes does not contain them, because their
 * requests and responses are not JSON.
 */
export const pageRoutes: readonly DocumentedRoute[] = [
  pageRoute('POST', formView, {
    path: `/{path}/${formView}/{action}`,
    parameters: { action: { enum: [...formActions.keys()] } },
    summary:
      'Performs the action of a form on a page, and redirects to a page with a notice. The response to `upload` is JSON, and the response to an action that shows a result is a page.',
    body: formFields,
    bodyTypes: ['application/x-www-form-urlencoded', 'multipart/form-data'],
    answers: { 200: {}, 303: null },
    refusals: [412, 423],
  }),
  pageRoute('GET', eventsView, {
    path: `/{path}/${eventsView}`,
    summary: 'Streams the results of a poll as events, whose data is JSON.',
    answers: { 200: 'text/event-stream' },
    refusals: [403],
  }),
  pageRoute('GET', null, { path: loginPath, summary: 'Returns the page for logging in.', answers: page }),
  pageRoute('GET', null, {
    path: '/passwordreset/{token}',
    summary: 'Returns the page for setting a new password.',
    query: { userid: 'The username.' },
    answers: page,
  }),
  pageRoute('GET', filesView, {
    path: `/${filesView}/{file}`,
    summary: 'Returns a style sheet or a script of the pages.',
    answers: { 200: '*/*' },
  }),
]
