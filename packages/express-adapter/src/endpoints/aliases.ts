import { type AnswerOf, type InputOf, presentListing, readBatch } from '@plenum/core'
import { type ApiRequest, textOf, urlOfRequest } from '../exchange/apiRequest.js'
import { noContent, ok, type Reply } from '../exchange/reply.js'

/** Volto sends parameters without a value: an empty one counts as missing. */
export function aliasesInput(request: ApiRequest): InputOf<'listAliases'> {
  const { query } = request
  const nonEmpty = { ...query, get: (name: string) => query.get(name) || undefined }
  const text = (name: string) => textOf({ ...request, query: nonEmpty }, name)
  return {
    filter: { query: text('query') ?? text('q'), manual: text('manual'), start: text('start'), end: text('end') },
    batch: readBatch(nonEmpty),
  }
}

/** Lists the links under `links` instead of `items`, as front ends expect. */
export const aliasesReply = (page: AnswerOf<'listAliases'>, request: ApiRequest): Reply =>
  ok(presentListing(page, { url: urlOfRequest(request), rawQuery: request.rawQuery }, 'links'))

/** 204, or 200 with the addresses that were rejected. */
export const aliasesChanged = (answer: AnswerOf<'addAliases'>): Reply => (answer ? ok(answer) : noContent())
