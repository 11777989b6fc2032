import { DomainError, locate, message, urlOf } from '@plenum/core'
import type { RouteExchange } from '../../exchange/apiRequest.js'
import type { Frame } from '../../exchange/exchange.js'
import { noContent, type Reply } from '../../exchange/reply.js'
import { noteFacts } from '../../exchange/requestFacts.js'
import type { TargetOptions } from '../../exchange/target.js'
import type { IncomingBody } from '../../guards/bodies/incomingBody.js'
import { callerAfterBody, findCaller, type LoginExchange } from '../../headers/authenticate.js'
import { refuseOtherOrigins } from '../../headers/foreignOrigin.js'
import { errorReply } from '../../refusals/errors.js'
import { noticeFor } from '../notices.js'
import type { PageRenderer } from '../pageRenderer.js'
import { refusalPage } from '../refusalPage.js'
import type { PageExchange } from '../renderPage.js'
import { formActions } from './formActions.js'
import { isTokenOf } from './formToken.js'
import { only, readForm } from './readForm.js'

/** An exchange with a form. */
export type FormExchange = PageExchange &
  RouteExchange &
  LoginExchange & {
    readonly options: TargetOptions
    readonly incoming: IncomingBody
    readonly requestId: string
  }

export interface FormRequest {
  readonly path: string
  readonly action: string
  readonly frame: Frame
}

/**
 * Runs the action of a form, and redirects to the page that reports the result (docs/security.md, Forms of pages).
 * Throws `foreign-origin` if the form was not sent from a page of this site, and the errors of the action.
 */
export async function answerForm(
  exchange: FormExchange,
  renderer: PageRenderer,
  { path, action, frame }: FormRequest,
): Promise<Reply> {
  const { req, res, site, task, options } = exchange
  const { base } = frame
  res.set('Cache-Control', 'private, no-store')
  refuseOtherOrigins(req, base, options)
  const caller = await findCaller(exchange)
  noteFacts(res, { row: { address: 'POST @@do/*' }, path, view: '@@do', caller })
  if (caller.kind === 'member') task.joinWrites()
  const context = { ...frame, caller, task, path }
  const formAction = formActions.get(action)
  if (!formAction) {
    await site.run('unknownService', { ...context, input: () => undefined })
    return noContent()
  }
  const afterBody = callerAfterBody(exchange, caller)
  const fields = await readForm(exchange, caller)
  if (!isTokenOf(req, only(fields, 'token') ?? ''))
    throw new DomainError('foreign-origin', message('form.token'), { context: null })
  const cameFrom = only(fields, 'came_from')
  try {
    await formAction.act({ exchange, fields, context: { ...context, caller: await afterBody() } })
  } catch (error) {
    if (formAction.name !== 'login' || !(error instanceof DomainError)) throw error
    return failedLogin(exchange, renderer, { error, base, cameFrom: cameFrom ?? '' })
  }
  res.appendHeader('Set-Cookie', noticeFor(base, formAction.name))
  return { kind: 'empty', status: 303, headers: { Location: ownAddress(cameFrom, base) ?? urlOf(base, path) } }
}

interface FailedLogin {
  readonly error: DomainError
  readonly base: string
  readonly cameFrom: string
}

/** Renders the login form again with the error message. */
async function failedLogin(
  exchange: FormExchange,
  renderer: PageRenderer,
  { error, base, cameFrom }: FailedLogin,
): Promise<Reply> {
  const { translate } = await exchange.negotiatedLanguage.language()
  const refusal = errorReply(error, { base, translate, requestId: exchange.requestId })
  if (refusal.kind !== 'json') return refusal
  const reply = { ...refusal, body: { came_from: cameFrom, message: translate(error.reason) } }
  return refusalPage(exchange, renderer, { reply, base, view: 'login' })
}

/**
 * Returns a URL on this site for a URL or a path below `base`. Returns null for any other URL, so that forms cannot be
 * used as an open redirect.
 */
function ownAddress(text: string | undefined, base: string): string | null {
  if (text === undefined || text === '') return null
  const below = text.startsWith(`${base}/`) ? text.slice(base.length) : text
  // Other characters, which include line breaks, could inject a header.
  if (!below.startsWith('/') || /[^\x21-\x7e]|[\\#]/.test(below)) return null
  const [path = '', query] = below.split('?', 2)
  if (locate(path).kind !== 'resource') return null
  // The base URL comes first, so that a path with two leading slashes cannot name a different host.
  return `${base}${path}${query === undefined ? '' : `?${query}`}`
}
