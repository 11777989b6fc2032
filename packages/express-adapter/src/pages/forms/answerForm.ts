import { DomainError, message, urlOf } from '@plenum/core'
import { callerAfterBody, findCaller } from '../../authenticate.js'
import type { Frame } from '../../dispatch.js'
import { errorReply } from '../../errors.js'
import type { Exchange } from '../../exchange.js'
import { refuseOtherOrigins } from '../../guards/foreignOrigin.js'
import { noContent, type Reply } from '../../reply.js'
import { noteFacts } from '../../requestFacts.js'
import { isTokenOf } from '../formToken.js'
import { noticeFor } from '../notices.js'
import type { PageMaker } from '../pageMaker.js'
import { refusalPage } from '../refusalPage.js'
import { formActions } from './formActions.js'
import { ownAddress } from './ownAddress.js'
import { only, readForm } from './readForm.js'

export interface FormAsked {
  readonly path: string
  readonly action: string
  readonly frame: Frame
}

/**
 * Runs the action of a form, and redirects to the page that reports it (docs/security.md, Forms of pages). Throws
 * `foreign-origin` if the form is not from a page of this site, and the refusals of the action.
 */
export async function answerForm(
  exchange: Exchange,
  maker: PageMaker,
  { path, action, frame }: FormAsked,
): Promise<Reply> {
  const { req, res, site, task, options } = exchange
  const { base } = frame
  res.set('Cache-Control', 'private, no-store')
  refuseOtherOrigins(req, base, options)
  const caller = await findCaller(exchange)
  noteFacts(res, { row: { address: 'POST @@do/*' }, path, view: '@@do', caller })
  if (caller.kind === 'member') task.joinWrites()
  const asked = { ...frame, caller, task, path }
  const known = formActions.get(action)
  if (!known) {
    await site.run('unknownService', { ...asked, input: () => undefined })
    return noContent()
  }
  const afterBody = callerAfterBody(exchange, caller)
  const fields = await readForm(exchange, caller)
  if (!isTokenOf(req, only(fields, 'token') ?? ''))
    throw new DomainError('foreign-origin', message('form.token'), { context: null })
  const cameFrom = only(fields, 'came_from')
  try {
    await known.act({ exchange, fields, asked: { ...asked, caller: await afterBody() } })
  } catch (error) {
    if (known.name !== 'login' || !(error instanceof DomainError)) throw error
    return failedLogin(exchange, maker, { error, base, cameFrom: cameFrom ?? '' })
  }
  res.appendHeader('Set-Cookie', noticeFor(base, known.name))
  return { kind: 'empty', status: 303, headers: { Location: ownAddress(cameFrom, base) ?? urlOf(base, path) } }
}

interface FailedLogin {
  readonly error: DomainError
  readonly base: string
  readonly cameFrom: string
}

/** The login form again, with the error message. */
async function failedLogin(
  exchange: Exchange,
  maker: PageMaker,
  { error, base, cameFrom }: FailedLogin,
): Promise<Reply> {
  const { translate } = await exchange.spoken.language()
  const refused = errorReply(error, { base, translate, requestId: exchange.requestId })
  if (refused.kind !== 'json') return refused
  const reply = { ...refused, body: { came_from: cameFrom, message: translate(error.reason) } }
  return refusalPage(exchange, maker, { reply, base, view: 'login' })
}
