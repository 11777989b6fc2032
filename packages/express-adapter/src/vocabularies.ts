import type { AnswerOf, InputOf } from '@plenum/core'
import { urlWithoutBatching } from './batching.js'
import { presentListing } from './contentReply.js'
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
  const id = urlWithoutBatching(url, request.rawQuery)
  if (asksForAll(request)) return ok({ '@id': id, items })
  return ok({ '@id': id, ...presentListing({ items, total, batch: batchOf(request) }, request, url) })
}
