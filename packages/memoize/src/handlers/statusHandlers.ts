import type { Memoizer } from '../memoizer/memoizer.js'
import type { InvalidationPayload, MemoizeStatus } from '../status/memoizeStatus.js'

export interface HandlerOptions<Request> {
  readonly memoizer: Memoizer
  /**
   * Whether the sender of a request may view the status and invalidate values. If not, the response has the status 403.
   */
  readonly permit: (request: Request) => boolean | Promise<boolean>
}

export interface HandlerAnswer {
  readonly status: number
  readonly body: MemoizeStatus | InvalidationPayload | { readonly error: string }
}

const refusal = (status: number, error: string): HandlerAnswer => ({ status, body: { error } })

export async function answerStatus<Request>(
  { memoizer, permit }: HandlerOptions<Request>,
  request: Request,
): Promise<HandlerAnswer> {
  if (!(await permit(request))) return refusal(403, 'You may not see the status of the cache.')
  return { status: 200, body: await memoizer.status() }
}

/**
 * Invalidates values. The request body must be `{}` to invalidate all functions, or `{"function": name}` to invalidate
 * one function.
 */
export async function answerInvalidation<Request>(
  { memoizer, permit }: HandlerOptions<Request>,
  request: Request,
  body: unknown,
): Promise<HandlerAnswer> {
  if (!(await permit(request))) return refusal(403, 'You may not invalidate cached values.')
  const name = functionIn(body)
  if (name === undefined)
    return refusal(400, 'The body must be the JSON object {} for all functions, or {"function": "name"} for one.')
  const outcome = await memoizer.invalidate(name)
  if (outcome.kind === 'unavailable')
    return refusal(503, 'The store does not respond. The invalidation will be repeated before the store is used again.')
  return { status: 200, body: { function: outcome.function, removed: outcome.removed } }
}

/**
 * Returns the function name in a body, null for `{}`, or undefined for an invalid body. A body with any other property
 * is invalid, because a misspelled `function` must not invalidate everything.
 */
function functionIn(body: unknown): string | null | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined
  const entries = Object.entries(body)
  if (entries.length === 0) return null
  const [[key, name]] = entries as [[string, unknown]]
  return entries.length === 1 && key === 'function' && typeof name === 'string' && name !== '' ? name : undefined
}
