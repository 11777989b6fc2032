import {
  anonymous,
  DomainError,
  isRestorableForm,
  locate,
  message,
  type PageSubject,
  rootPath,
  urlOf,
} from '@plenum/core'
import type { RouteExchange } from '../../exchange/apiRequest.js'
import type { Frame, OperationContext } from '../../exchange/exchange.js'
import { noContent, type Reply } from '../../exchange/reply.js'
import { noteFacts } from '../../exchange/requestFacts.js'
import type { TargetOptions } from '../../exchange/target.js'
import { defaultUpload, type FileOptions, maxBytes } from '../../guards/bodies/bodySizes.js'
import type { IncomingBody } from '../../guards/bodies/incomingBody.js'
import { callerAfterBody, findCaller, type LoginExchange } from '../../headers/authenticate.js'
import { refuseOtherOrigins } from '../../headers/foreignOrigin.js'
import { errorReply } from '../../refusals/errors.js'
import { noticeFor } from '../notices.js'
import type { PageRenderer } from '../pageRenderer.js'
import { hasOwnToken } from '../pageRequest.js'
import { collectExpiry } from '../parts/pageExpiry.js'
import { surroundingParts } from '../parts/pageParts.js'
import { refusalPage } from '../refusalPage.js'
import { type PageExchange, renderPage, withoutReferrer } from '../renderPage.js'
import type { Form } from './formAction.js'
import { formActions } from './formActions.js'
import { readFiles } from './formFiles.js'
import { isTokenOf, tokenOfSession } from './formToken.js'
import { dropPendingFiles, withPendingFiles, withStoredFiles } from './pendingFiles.js'
import { defaultFormLimits, type FormFields, type FormLimits, only, readForm } from './readForm.js'
import { loginLimits, notSaved, unsavedFormIn, unsavedName, unsavedValues } from './unsaved/unsavedForm.js'

export type FormExchange = PageExchange &
  RouteExchange &
  LoginExchange & {
    readonly options: TargetOptions & FileOptions
    readonly incoming: IncomingBody
    readonly requestId: string
  }

export interface FormRequest {
  readonly path: string
  readonly action: string
  readonly frame: Frame
}

/**
 * Runs the action of a form and redirects to the page that reports the result (docs/security.md, Page forms).
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
  if (!hasOwnToken(action)) refuseOtherOrigins(req, base, options)
  const caller = await findCaller(exchange)
  noteFacts(res, { row: { address: 'POST @@do/*' }, path, view: '@@do', caller })
  if (caller.kind === 'member') task.joinWrites()
  const context = { ...frame, caller, task, path }
  const formAction = formActions.get(action)
  if (!formAction) {
    await site.run('unknownService', { ...context, input: () => undefined })
    return noContent()
  }
  const isEnded = formAction.admits && isRestorableForm(action) && caller.kind !== 'member'
  if (formAction.admits && (isEnded || !exchange.incoming.hasArrived())) {
    const refused = await site.admit(formAction.admits, context).catch((error: unknown) => error)
    if (isEnded && isUnauthorized(refused))
      return endedSessionPage(exchange, renderer, { path, action, base, error: refused })
    if (refused) throw refused
  }
  const afterBody = callerAfterBody(exchange, caller)
  const limits = formAction.isLarge ? largeForm(options) : action === 'login' ? loginLimits : defaultFormLimits
  const { fields, files: parts } = await readForm(exchange, caller, limits)
  if (!isTokenOf(req, only(fields, 'token') ?? ''))
    throw new DomainError('foreign-origin', message('form.token'), { context: null })
  const cameFrom = only(fields, 'came_from')
  const files = await readFiles(parts, options)
  const { uploads } = files
  const sent = { exchange, fields, files, context: { ...context, uploads, caller: await afterBody() } }
  const form = await withPendingFiles(sent, exchange.incoming)
  try {
    const outcome = await formAction.act(form)
    if (outcome?.reply) return outcome.reply
    const unsaved =
      outcome && 'session' in outcome ? await restoredPage(exchange, renderer, { form, token: outcome.session }) : null
    if (unsaved) return unsaved
    if (outcome?.subject) {
      // An action that returns a page has saved nothing, so the action can run again with the stored files.
      const { subject: draft } = outcome
      const subject = await withStoredFiles(
        form,
        draft,
        async stored => (await formAction.act(stored))?.subject ?? draft,
      )
      return await resultPage(exchange, renderer, { ...outcome, subject, context: form.context })
    }
    await dropPendingFiles(form)
    const target = outcome?.redirect ?? ownAddress(cameFrom, base) ?? urlOf(base, path)
    if (formAction.name) res.appendHeader('Set-Cookie', noticeFor(base, formAction.name))
    return { kind: 'empty', status: 303, headers: { Location: target } }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const { translate } = await exchange.negotiatedLanguage.language()
    const subject = formAction.showAgain
      ? await shownAgain(form, showing => formAction.showAgain?.(showing, error, translate))
      : retrySubject(action, fields, translate(error.reason))
    if (!subject) throw error
    return retryPage(exchange, renderer, { error, base, subject, fields })
  }
}

const isUnauthorized = (error: unknown): error is DomainError =>
  error instanceof DomainError && error.code === 'unauthorized'

interface EndedSession extends Pick<FormRequest, 'path' | 'action'> {
  readonly base: string
  readonly error: DomainError
}

/**
 * Renders the login page with the values of a form whose sender is no longer logged in. Uploaded files are omitted.
 * If the page cannot contain the values, throws the given error.
 */
async function endedSessionPage(
  exchange: FormExchange,
  renderer: PageRenderer,
  { path, action, base, error }: EndedSession,
): Promise<Reply> {
  const limits = { ...largeForm(exchange.options), discardsFiles: true }
  const { fields } = await readForm(exchange, anonymous, limits)
  const unsaved = unsavedValues({ action, path, fields })
  if (unsaved === null) throw error
  const { translate } = await exchange.negotiatedLanguage.language()
  const answer = { came_from: urlOf(base, path), message: translate(message('form.session-ended')), unsaved }
  return retryPage(exchange, renderer, { error, base, subject: { view: 'login', answer }, fields })
}

/** Renders the form whose values were preserved by the login page, for the user who has logged in. */
async function restoredPage(
  exchange: FormExchange,
  renderer: PageRenderer,
  { form, token }: { readonly form: Form; readonly token: string },
): Promise<Reply | null> {
  const unsaved = await unsavedFormIn(form, { site: exchange.primarySite, token })
  const action = unsaved && formActions.get(unsaved.action)
  if (!unsaved || !action?.showAgain) return null
  const { translate } = await exchange.negotiatedLanguage.language()
  const again = await withPendingFiles(unsaved, exchange.incoming)
  const subject = await action.showAgain(again, notSaved(), translate).catch(() => null)
  if (!subject) return null
  const page = await resultPage(exchange, renderer, { subject, status: 200, context: again.context })
  return page.kind === 'html' ? { ...page, fill: () => tokenOfSession(token) } : page
}

async function shownAgain(
  form: Form,
  show: (form: Form) => Promise<PageSubject> | undefined,
): Promise<PageSubject | undefined> {
  const subject = await show(form)?.catch(() => undefined)
  return subject && withStoredFiles(form, subject, async stored => (await show(stored)) ?? subject)
}

const largeForm = ({ maxUpload = defaultUpload }: FileOptions): FormLimits => ({ fields: maxBytes, files: maxUpload })

/** Renders the result of a form as a page, because the result, such as a secret, must not be in a URL. */
async function resultPage(
  exchange: FormExchange,
  renderer: PageRenderer,
  { subject, status, context }: { subject: PageSubject; status: number; context: OperationContext },
): Promise<Reply> {
  const { base, path, caller } = context
  const more = await surroundingParts(exchange.site, { ...context, path: rootPath }, collectExpiry())
  const at = { path, address: urlOf(base, path), base, query: new Map<string, string>(), caller, more, status }
  return renderPage(exchange, renderer, { ...subject, ...at })
}

/** The views that show their form again after a refusal, by action. */
const retryViews: ReadonlyMap<string, 'login' | 'password'> = new Map([
  ['login', 'login'],
  ['forgot', 'password'],
  ['password', 'password'],
])

async function retryPage(
  exchange: FormExchange,
  renderer: PageRenderer,
  { error, base, subject, fields }: { error: DomainError; base: string; subject: PageSubject; fields: FormFields },
): Promise<Reply> {
  const { translate } = await exchange.negotiatedLanguage.language()
  const refusal = errorReply(error, { base, translate, requestId: exchange.requestId })
  if (refusal.kind !== 'json') return refusal
  const page = await refusalPage(exchange, renderer, { reply: refusal, base, subject })
  return fields.has('reset') && page.kind === 'html' ? withoutReferrer(page) : page
}

function retrySubject(action: string, fields: FormFields, reason: string): PageSubject | undefined {
  const view = retryViews.get(action)
  if (view === undefined) return undefined
  if (view === 'login') {
    const unsaved = only(fields, unsavedName)
    const answer = { came_from: only(fields, 'came_from') ?? '', message: reason }
    return { view, answer: unsaved === undefined ? answer : { ...answer, unsaved } }
  }
  const user = only(fields, 'user') ?? only(fields, 'login') ?? ''
  return { view, answer: { token: only(fields, 'reset') ?? null, user, message: reason } }
}

/**
 * Returns the URL on this site for `text`, which is a URL or a path below `base`. Returns null for any other string,
 * so that forms cannot be used as an open redirect.
 */
function ownAddress(text: string | undefined, base: string): string | null {
  if (text === undefined || text === '') return null
  const below = text.startsWith(`${base}/`) ? text.slice(base.length) : text
  // Only printable ASCII characters except `\` and `#` are allowed. In particular, a line break could inject a header.
  if (!below.startsWith('/') || /[^\x21-\x7e]|[\\#]/.test(below)) return null
  const [path = '', query] = below.split('?', 2)
  if (locate(path).kind !== 'resource') return null
  // Adding the base URL prevents a path with two leading slashes from naming another host.
  return `${base}${path}${query === undefined ? '' : `?${query}`}`
}
