import { DomainError, type JsonObject, localTimeIn, message } from '@plenum/core'
import type { WebhookPayload } from '@plenum/core/answers'
import { loginInput } from '../../endpoints/logins.js'
import { voteInput, voteReply } from '../../endpoints/polls.js'
import { cookieOf, sessionCookie } from '../../headers/cookies.js'
import type { NoticeName } from '../notices.js'
import { cookieFor } from '../pageCookies.js'
import { add, edit, remove } from './contentActions.js'
import { moveSlot, release } from './deskActions.js'
import { type Action, type Form, type FormAction, type FormOutcome, run } from './formAction.js'
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
  const comment = only(form.fields, 'comment') ?? ''
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
  const body = { at: timeIn(form.fields), comment: only(form.fields, 'comment') ?? '' }
  await run(form, 'planTransition', () => ({ transition, body, ...(workflow === undefined ? {} : { workflow }) }))
}

/**
 * Converts a local time in a time zone, such as `2027-03-01T09:00`, to an instant. Returns any other string unchanged.
 */
function timeIn(fields: FormFields): string {
  const at = only(fields, 'at') ?? ''
  const local = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(at) ? Date.parse(`${at}Z`) : Number.NaN
  if (Number.isNaN(local)) return at
  return new Date(localTimeIn(only(fields, 'zone') ?? 'UTC').toInstant(local)).toISOString()
}

async function cancel(form: Form): Promise<void> {
  const id = only(form.fields, 'plan') ?? ''
  await run(form, 'cancelWorkflowPlan', () => ({ id }))
}

async function revert(form: Form): Promise<void> {
  const version = only(form.fields, 'version') ?? ''
  await run(form, 'revertVersion', () => ({ version }))
}

async function invalidate(form: Form): Promise<void> {
  const name = only(form.fields, 'function') ?? ''
  const body: JsonObject = name === '' ? {} : { function: name }
  await run(form, 'invalidateSharedMemoize', () => body)
}

const idIn = ({ fields }: Form, name: string): string => only(fields, name) ?? ''

async function webhook(form: Form): Promise<void> {
  await run(form, 'editWebhook', () => ({ id: idIn(form, 'webhook'), body: pauseIn(form) }))
}

/**
 * Returns an object with the key `paused`. Values other than `true` and `false` are passed on unchanged, so that the
 * operation refuses them.
 */
function pauseIn({ fields }: Form): JsonObject {
  const paused = only(fields, 'paused') ?? null
  return { paused: paused === 'true' || (paused === 'false' ? false : paused) }
}

async function mails(form: Form): Promise<void> {
  await run(form, 'pauseMails', () => pauseIn(form))
}

async function retryMail(form: Form): Promise<void> {
  await run(form, 'retryMail', () => ({ id: idIn(form, 'mail') }))
}

async function addWebhook(form: Form): Promise<FormOutcome> {
  const { fields } = form
  const [address = '', title = '', path = ''] = ['address', 'title', 'path'].map(name => only(fields, name))
  const body = { address, title, kinds: fields.get('kind') ?? [], ...(path === '' ? {} : { path }) }
  return secretPage(await run(form, 'addWebhook', () => body))
}

const rotate = async (form: Form): Promise<FormOutcome> =>
  secretPage(await run(form, 'rotateWebhook', () => ({ id: idIn(form, 'webhook') })))

const secretPage = ({ address, secret }: WebhookPayload): FormOutcome => ({
  subject: { view: 'secret', answer: { address, secret: secret ?? '' } },
  status: 200,
})

async function removeWebhook(form: Form): Promise<void> {
  await run(form, 'removeWebhook', () => ({ id: idIn(form, 'webhook') }))
}

async function ping(form: Form): Promise<void> {
  await run(form, 'pingWebhook', () => ({ id: idIn(form, 'webhook') }))
}

async function repeat(form: Form): Promise<void> {
  await run(form, 'repeatDelivery', () => ({ id: idIn(form, 'webhook'), delivery: idIn(form, 'delivery') }))
}

async function login(form: Form): Promise<FormOutcome> {
  const { exchange, fields, context } = form
  const body = { login: only(fields, 'login') ?? '', password: only(fields, 'password') ?? '' }
  const input = loginInput({ exchange, body: () => body })
  const { token } = await run({ ...form, context: { ...context, path: '/' } }, 'logIn', () => input)
  if (token.length > maxCookieLength) throw new DomainError('bad-request', message('form.long-login'))
  exchange.res.appendHeader('Set-Cookie', cookieFor(context.base, sessionCookie, token))
  return { session: token }
}

/** Sends an email with a link for setting a password. The response does not disclose whether the user exists. */
async function forgot(form: Form): Promise<void> {
  const id = only(form.fields, 'login') ?? ''
  await run({ ...form, context: { ...form.context, path: '/' } }, 'resetPassword', () => ({ id, body: {} }))
}

async function password(form: Form): Promise<void> {
  const { fields, context } = form
  const [id = '', token = '', chosen = ''] = ['user', 'reset', 'password'].map(name => only(fields, name))
  if (chosen !== only(fields, 'repeated')) throw new DomainError('bad-request', message('form.passwords-differ'))
  const body = { reset_token: token, new_password: chosen }
  await run({ ...form, context: { ...context, path: '/' } }, 'resetPassword', () => ({ id, body }))
}

/** Unsubscribes a presenter from emails. The token comes from a link in an email. */
async function unsubscribe(form: Form): Promise<void> {
  const token = only(form.fields, 'link') ?? ''
  await run({ ...form, context: { ...form.context, path: '/' } }, 'unsubscribe', () => ({ token }))
}

/** The maximum length of a cookie, in characters. All browsers accept cookies of this length. */
const maxCookieLength = 3800

async function logout(form: Form): Promise<void> {
  const { exchange, context } = form
  const token = cookieOf(exchange.req, sessionCookie)
  await run({ ...form, context: { ...context, path: '/' } }, 'logOut', () => (token === null ? null : { token }))
  exchange.res.appendHeader('Set-Cookie', cookieFor(context.base, sessionCookie, null))
}

interface NamedAction extends Partial<Pick<FormAction, 'admits' | 'isLarge' | 'showAgain'>> {
  /** The name of the notice to show on the next page, or null for no notice. */
  readonly name: NoticeName | null
  readonly act: Action
}

/** Maps action names in URLs to form actions. A plain object would also accept names such as `constructor`. */
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
    webhook,
    addWebhook,
    rotate,
    removeWebhook,
    ping,
    repeat,
    mails,
    removeExamples,
    retryMail,
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
