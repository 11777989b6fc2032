import type { AnswerOf, InputOf } from '@plenum/core'
import { type ApiRequest, flagOf, textOf, textsOf } from '../exchange/apiRequest.js'
import { noContent, ok, type Reply } from '../exchange/reply.js'

/** `uids` repeated, or once with commas, as front ends send it. */
export const uidsInput = (request: ApiRequest): InputOf<'linkIntegrity'> => ({
  uids: textsOf(request, 'uids').flatMap(value => value.split(',')),
})

export const relationsInput = (request: ApiRequest): InputOf<'listRelations'> => ({
  source: textOf(request, 'source'),
  target: textOf(request, 'target'),
  relation: textOf(request, 'relation'),
  onlyBroken: flagOf(request, 'onlyBroken', false),
})

export const relationsReply = (answer: AnswerOf<'listRelations'>): Reply => (answer ? ok(answer) : noContent())
