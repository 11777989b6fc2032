import { DomainError, type InputOf, message } from '@plenum/core'
import type { ApiRequest } from '../exchange/apiRequest.js'

/**
 * Reads the input for a preview of a transition. Other parameters are refused, because a request with a misspelt
 * `dry_run` must not change anything.
 */
export function transitionInput({ rest, body, query }: ApiRequest): InputOf<'previewTransition'> {
  const unknown = query.names().find(name => name !== 'dry_run')
  if (unknown !== undefined)
    throw new DomainError('bad-request', message('query.unknown', { name: unknown.slice(0, 100), known: 'dry_run' }))
  const value = query.get('dry_run')
  if (value !== undefined && value !== '1' && value !== 'true')
    throw new DomainError('bad-request', message('query.dry-run'))
  return { transition: rest[0] ?? null, body: body() }
}
