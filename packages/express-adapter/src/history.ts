import type { InputOf } from '@plenum/core'
import { type ApiRequest, batchOf, isAsked, textOf } from './request.js'

/**
 * All of it, unless a stretch is asked for (docs/workflow-and-history.md, Merged history, rule 7;
 * docs/workflow-and-history.md, Merged history).
 */
export function historyInput(request: ApiRequest): InputOf<'getHistory'> {
  const { start, size } = batchOf(request)
  return { start, size: isAsked(request, 'b_size') ? size : null }
}

/** The version that a request for content asks for; `current` is how payloads name what is no version. */
export function versionOf(request: ApiRequest): { readonly version?: string } {
  const version = textOf(request, 'version')
  return version === undefined || version === 'current' ? {} : { version }
}
