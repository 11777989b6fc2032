import { type AnswerOf, DomainError, type InputOf, message } from '@plenum/core'
import type { ApiRequest } from '../exchange/apiRequest.js'
import type { Reply } from '../exchange/reply.js'
import type { Route } from '../exchange/route.js'
import { route } from '../table/serviceRoute.js'

/**
 * Returns the input of a transition. Throws if the query contains unknown parameters, because a request with a
 * misspelled `dry_run` must not change anything.
 */
function transitionInput({ rest, body, query }: ApiRequest): InputOf<'previewTransition'> {
  const unknown = query.names().find(name => name !== 'dry_run')
  if (unknown !== undefined)
    throw new DomainError('bad-request', message('query.unknown', { name: unknown.slice(0, 100), known: 'dry_run' }))
  const value = query.get('dry_run')
  if (value !== undefined && value !== '1' && value !== 'true')
    throw new DomainError('bad-request', message('query.dry-run'))
  return { transition: rest[0] ?? null, body: body() }
}

function previewInput(request: ApiRequest): InputOf<'previewTransition'> {
  const input = transitionInput(request)
  if (Object.hasOwn(input.body, 'at')) throw new DomainError('bad-request', message('plan.dry-run'))
  return input
}

const address = 'POST @workflow/?'
const isConditional = true

const runNow = route(address, 'transitionContent', {
  isConditional,
  input: transitionInput,
  dryRun: route(address, 'previewTransition', { isConditional, input: previewInput }),
})

const accepted = (body: AnswerOf<'planTransition'>): Reply<AnswerOf<'planTransition'>> => ({
  kind: 'json',
  status: 202,
  body,
})

const runLater = route(address, 'planTransition', { isConditional, input: transitionInput, reply: accepted })

/**
 * A route that runs a transition, or plans the transition if the body contains `at`. Both operations admit the same
 * callers.
 */
export const transitionRoute: Route = {
  ...runNow,
  answer: (site, context, request) => (hasTime(request) ? runLater : runNow).answer(site, context, request),
}

function hasTime({ body }: ApiRequest): boolean {
  try {
    return Object.hasOwn(body(), 'at')
  } catch {
    return false
  }
}
