import type { AnswerOf, InputOf } from '@plenum/core'
import { batchLinks, urlWithoutBatching } from './batching.js'
import { ok, type Reply } from './reply.js'
import { type ApiRequest, batchOf, textOf, textsOf, urlOfRequest } from './request.js'

/** A size of -1 asks for all terms (docs/content-and-access.md, Vocabularies). */
const asksForAll = (request: ApiRequest): boolean => textOf(request, 'b_size') === '-1'

export function vocabularyInput(request: ApiRequest): InputOf<'getVocabulary'> {
  const title = textOf(request, 'title')
  const tokens = [...textsOf(request, 'token'), ...textsOf(request, 'tokens')]
  return {
    name: request.rest[0] ?? '',
    batch: asksForAll(request) ? null : batchOf(request),
    ...(title === undefined ? {} : { title }),
    ...(tokens.length > 0 ? { tokens } : {}),
  }
}

export function vocabularyReply({ items, total }: AnswerOf<'getVocabulary'>, request: ApiRequest): Reply {
  const url = urlOfRequest(request, `@vocabularies/${encodeURIComponent(request.rest[0] ?? '')}`)
  const payload = { '@id': urlWithoutBatching(url, request.rawQuery), items }
  if (asksForAll(request)) return ok(payload)
  const links = batchLinks(url, request.rawQuery, batchOf(request), total)
  return ok({ ...payload, items_total: total, ...(links ? { batching: { ...links } } : {}) })
}
