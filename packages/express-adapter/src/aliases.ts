import { type AnswerOf, batchLinks, type InputOf, readBatch, urlWithoutBatching } from '@plenum/core'
import { noContent, ok, type Reply } from './reply.js'
import { type ApiRequest, textOf, urlOfRequest } from './request.js'

/** Volto sends parameters that it has no value for: an empty one counts as left out. */
export function aliasesInput(request: ApiRequest): InputOf<'listAliases'> {
  const { query } = request
  const filled = { ...query, get: (name: string) => query.get(name) || undefined }
  const text = (name: string) => textOf({ ...request, query: filled }, name)
  return {
    filter: { query: text('query') ?? text('q'), manual: text('manual'), start: text('start'), end: text('end') },
    batch: readBatch(filled),
  }
}

/** A listing whose links stand under another name than elsewhere, as front ends expect. */
export function aliasesReply({ items, total, batch }: AnswerOf<'listAliases'>, request: ApiRequest): Reply {
  const url = urlOfRequest(request)
  const links = batchLinks(url, request.rawQuery, batch, total)
  return ok({
    '@id': urlWithoutBatching(url, request.rawQuery),
    items,
    items_total: total,
    ...(links ? { links: { ...links } } : {}),
  })
}

/** 204, or 200 with the addresses that were not taken. */
export const aliasesChanged = (answer: AnswerOf<'addAliases'>): Reply => (answer ? ok(answer) : noContent())
