import type { AnswerOf, InputOf } from '@plenum/core'
import { noContent, ok, type Reply } from './reply.js'
import { type ApiRequest, flagOf, textOf, textsOf } from './request.js'

/** `uids` repeated, or once with commas, as front ends send it. */
export const uidsInput = (request: ApiRequest): InputOf<'linkIntegrity'> => ({
  uids: textsOf(request, 'uids').flatMap(sent => sent.split(',')),
})

export const relationsInput = (request: ApiRequest): InputOf<'listRelations'> => ({
  source: textOf(request, 'source'),
  target: textOf(request, 'target'),
  relation: textOf(request, 'relation'),
  onlyBroken: flagOf(request, 'onlyBroken', false),
})

export const relationsReply = (answer: AnswerOf<'listRelations'>): Reply => (answer ? ok(answer) : noContent())
