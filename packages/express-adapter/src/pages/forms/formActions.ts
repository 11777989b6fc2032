import { DomainError, type InputOf, type JsonObject, localTimeIn, message, type OperationName } from '@plenum/core'
import type { WebhookPayload } from '@plenum/core/answers'
import { loginInput } from '../../endpoints/logins.js'
import { voteInput, voteReply } from '../../endpoints/polls.js'
import { cookieOf, sessionCookie } from '../../headers/cookies.js'
import type { NoticeName } from '../notices.js'
import { cookieFor } from '../pageCookies.js'
import { add, edit, remove } from './contentActions.js'
import { moveSlot, release } from './deskActions.js'
import { type Action, atRoot, type Form, type FormAction, type FormOutcome, run, textIn } from './formAction.js'
import { upload } from './pendingFiles.js'
import { addGroup, changePassword, group, invite, members, profile, removeGroup, removeUser } from './peopleActions.js'
import { importProgramme, removeExamples } from './programmeActions.js'
import { type FormFields, only } from './readForm.js'
import { settings, setup } from './settingsActions.js'
import { share } from './sharingAction.js'

async function vote(form: Form): Promise<void> {
  const { exchange, fields, context } = form
  const choices = (fields.get('option') ?? []).map(id => (/^-?\d{1,15}$/.test(id) ? Number(id) : Number.NaN))
  const input = voteInput({ exchange, caller: context.caller, body: () => ({ option_ids: choices }) })
  voteReply(await run(form, 'castVote', () => input), { base: context.base, exchange })
}

async function move(form: Form): Promise<void> {
  const transition = only(form.fields, 'transition') ?? null
  const comment = textIn(form, 'comment')
  const options = { comment, include_children: only(form.fields, 'include_children') === 'true' }
  await run(form, 'transitionContent', () => ({ transition, body: { ...transitionFields(form.fields), ...options } }))
}

/**
 * Returns the values of the transition fields. For example, the form field `field.delay` contains the value of the
 * field `delay`.
 */
const transitionFields = (fields: FormFields): JsonObject =>
  Object.fromEntries(
    [...fields.keys()].flatMap(name =>
      /^field\.\w{1,100}$/.test(name) ? [[name.slice(6), only(fields, name) ?? '']] : [],
    ),
  )

async function plan(form: Form): Promise<void> {
  const transition = only(form.fields, 'transition') ?? null
  const workflow = only(form.fields, 'workflow')
  const body = { at: timeIn(form), comment: textIn(form, 'comment') }
  await run(form, 'planTransition', () => ({ transition, body, ...(workflow === undefined ? {} : { workflow }) }))
}

/**
 * Converts a local time in a time zone, such as `2027-03-01T09:00`, to an instant. Returns any other string unchanged.
 */
function timeIn(form: Form): string {
  const at = textIn(form, 'at')
  const local = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(at) ? Date.parse(`${at}Z`) : Number.NaN
  if (Number.isNaN(local)) return at
  return new Date(localTimeIn(only(form.fields, 'zone') ?? 'UTC').toInstant(local)).toISOString()
}

async function cancel(form: Form): Promise<void> {
  const id = textIn(form, 'plan')
  await run(form, 'cancelWorkflowPlan', () => ({ id }))
}

async function revert(form: Form): Promise<void> {
  const version = textIn(form, 'version')
  await run(form, 'revertVersion', () => ({ version }))
}

async function invalidate(form: Form): Promise<void> {
  const name = textIn(form, 'function')
  const body: JsonObject = name === '' ? {} : { function: name }
  await run(form, 'invalidateSharedMemoize', () => body)
}

/** Returns an action that only runs an operation, with the input that `inputOf` reads from the form. */
const running =
  <N extends OperationName>(name: N, inputOf: (form: Form) => InputOf<N>): Action =>
  async form => {
    await run(form, name, () => inputOf(form))
  }

/**
 * Returns an object with the `paused` key. Values other than `true` and `false` are passed on unchanged, so that the
 * operation refuses them.
 */
function pauseIn({ fields }: Form): JsonObject {
  const paused = only(fields, 'paused') ?? null
  return { paused: paused === 'true' || (paused === 'false' ? false : paused) }
}

async function addWebhook(form: Form): Promise<FormOutcome> {
  const [address = '', title = '', path] = ['address', 'title', 'path'].map(name => textIn(form, name))
  const body = { address, title, kinds: form.fields.get('kind') ?? [], ...(path ? { path } : {}) }
  return secretPage(await run(form, 'addWebhook', () => body))
}

const rotate = async (form: Form): Promise<FormOutcome> =>
  secretPage(await run(form, 'rotateWebhook', () => webhookIn(form)))

const secretPage = ({ address, secret }: WebhookPayload): FormOutcome => ({
  subject: { view: 'secret', answer: { address, secret: secret ?? '' } },
  status: 200,
})

const webhookIn = (form: Form) => ({ id: textIn(form, 'webhook') })

async function login(form: Form): Promise<FormOutcome> {
  const { exchange, context } = form
  const body = { login: textIn(form, 'login'), password: textIn(form, 'password') }
  const input = loginInput({ exchange, body: () => body })
  const { token } = await run(atRoot(form), 'logIn', () => input)
  if (token.length > maxCookieLength) throw new DomainError('bad-request', message('form.long-login'))
  exchange.res.appendHeader('Set-Cookie', cookieFor(context.base, sessionCookie, token))
  return { session: token }
}

/** Sends an email with a link for setting a password. The response does not disclose whether the user exists. */
async function forgot(form: Form): Promise<void> {
  const id = textIn(form, 'login')
  await run(atRoot(form), 'resetPassword', () => ({ id, body: {} }))
}

async function password(form: Form): Promise<void> {
  const [id = '', token = '', chosen = ''] = ['user', 'reset', 'password'].map(name => textIn(form, name))
  if (chosen !== only(form.fields, 'repeated')) throw new DomainError('bad-request', message('form.passwords-differ'))
  const body = { reset_token: token, new_password: chosen }
  await run(atRoot(form), 'resetPassword', () => ({ id, body }))
}

/** Unsubscribes a presenter from emails. The token comes from a link in an email. */
async function unsubscribe(form: Form): Promise<void> {
  const token = textIn(form, 'link')
  await run(atRoot(form), 'unsubscribe', () => ({ token }))
}

/** The maximum length of a cookie, in characters. All browsers accept cookies of this length. */
const maxCookieLength = 3800

async function logout(form: Form): Promise<void> {
  const { exchange, context } = form
  const token = cookieOf(exchange.req, sessionCookie)
  await run(atRoot(form), 'logOut', () => (token === null ? null : { token }))
  exchange.res.appendHeader('Set-Cookie', cookieFor(context.base, sessionCookie, null))
}

interface NamedAction extends Partial<Pick<FormAction, 'admits' | 'isLarge' | 'showAgain'>> {
  /** The name of the notice to show on the next page, or null for no notice. */
  readonly name: NoticeName | null
  readonly act: Action
}

/**
 * Maps action names in URLs to form actions. A map is used, because a plain object would also accept names such as
 * `constructor`.
 */
export const formActions: ReadonlyMap<string, NamedAction> = new Map<string, NamedAction>([
  ['add', { name: 'add', ...add }],
  ['edit', { name: 'edit', ...edit }],
  ['delete', { name: 'delete', ...remove }],
  ['upload', { name: null, admits: 'keepUpload', isLarge: true, act: upload }],
  ...Object.entries({
    profile,
    changePassword,
    invite,
    addGroup,
    group,
    settings,
    setup,
    importProgramme,
  } as const).map(([name, action]) => [name, { name: name as NoticeName, ...action }] as const),
  ...Object.entries({
    vote,
    move,
    plan,
    cancel,
    revert,
    invalidate,
    webhook: running('editWebhook', form => ({ ...webhookIn(form), body: pauseIn(form) })),
    addWebhook,
    rotate,
    removeWebhook: running('removeWebhook', webhookIn),
    ping: running('pingWebhook', webhookIn),
    repeat: running('repeatDelivery', form => ({ ...webhookIn(form), delivery: textIn(form, 'delivery') })),
    mails: running('pauseMails', pauseIn),
    removeExamples,
    retryMail: running('retryMail', form => ({ id: textIn(form, 'mail') })),
    login,
    logout,
    forgot,
    password,
    unsubscribe,
    share,
    moveSlot,
    removeUser,
    members,
    removeGroup,
    release,
  } as const).map(([name, act]) => [name, { name: name as NoticeName, act }] as const),
])
