import { groupPagePath, isJsonObject, userPagePath } from '@plenum/core'
import { passwordLimiter } from '../../endpoints/logins.js'
import { sessionCookie } from '../../headers/cookies.js'
import { cookieFor } from '../pageCookies.js'
import { type Action, type Form, type FormAction, run, sentIn, textIn } from './formAction.js'
import { acceptable, problemsBeside } from './formProblems.js'

const readProfile = (form: Form) =>
  run(form, 'getUserForm', () => ({ id: textIn(form, 'user'), profile: sentIn(form), password: null }))

export const profile: FormAction = {
  admits: 'getUser',
  isLarge: true,
  act: async form => {
    const { input } = acceptable(await readProfile(form))
    const { portrait } = input
    const body = isJsonObject(portrait) ? { ...input, portrait: { ...portrait, scale: true } } : input
    await run(form, 'editUser', () => ({ id: textIn(form, 'user'), body }))
  },
  showAgain: async (form, error, translate) => {
    const { form: page } = await readProfile(form)
    const { sections, problems } = problemsBeside(page.profile, error, translate)
    return { view: 'user', answer: { ...page, profile: sections, problems } }
  },
}

const readPassword = (form: Form) =>
  run(form, 'getUserForm', () => ({ id: textIn(form, 'user'), profile: null, password: sentIn(form) }))

/** Changes the caller's password, ends all of the caller's logins, and logs the caller in again in this browser. */
export const changePassword: FormAction = {
  admits: 'getUser',
  isLarge: false,
  act: async form => {
    const { input } = acceptable(await readPassword(form))
    const [id, limiter] = [textIn(form, 'user'), passwordLimiter(form.exchange.req, form.exchange.guardLogins)]
    const { old_password, password } = input
    const body = { old_password: old_password ?? '', new_password: password ?? '' }
    await run(form, 'resetPassword', () => ({ id, body, limiter: limiter(id) }))
    const { token } = await run(form, 'logIn', () => ({ body: { login: id, password: password ?? '' }, limiter }))
    form.exchange.res.appendHeader('Set-Cookie', cookieFor(form.context.base, sessionCookie, token))
  },
  showAgain: async (form, error, translate) => {
    const { form: page } = await readPassword(form)
    const { sections, problems } = problemsBeside(page.password, error, translate)
    return { view: 'user', answer: { ...page, password: sections, password_problems: problems } }
  },
}

const readInvitation = (form: Form) => run(form, 'getInvitation', () => ({ sent: sentIn(form) }))

export const invite: FormAction = {
  admits: 'getInvitation',
  isLarge: false,
  act: async form => {
    const { input } = acceptable(await readInvitation(form))
    const { id } = await run(form, 'addUser', () => ({ body: { ...input, sendPasswordReset: true } }))
    return { redirect: form.context.base + userPagePath(id) }
  },
  showAgain: async (form, error, translate) => {
    const { form: page } = await readInvitation(form)
    return { view: 'invite', answer: { ...page, ...problemsBeside(page.sections, error, translate) } }
  },
}

export const removeUser: Action = async form => {
  await run(form, 'removeUser', () => ({ id: textIn(form, 'user') }))
  return { redirect: `${form.context.base}/@@users` }
}

const readNewGroup = (form: Form) => run(form, 'getNewGroupForm', () => ({ sent: sentIn(form) }))

export const addGroup: FormAction = {
  admits: 'getNewGroupForm',
  isLarge: false,
  act: async form => {
    const { input } = acceptable(await readNewGroup(form))
    const { id } = await run(form, 'addGroup', () => input)
    return { redirect: form.context.base + groupPagePath(id) }
  },
  showAgain: async (form, error, translate) => {
    const { form: page } = await readNewGroup(form)
    return { view: 'addGroup', answer: { ...page, ...problemsBeside(page.sections, error, translate) } }
  },
}

const readGroup = (form: Form) =>
  run(form, 'getGroupForm', () => ({ id: textIn(form, 'group'), search: '', sent: sentIn(form) }))

export const group: FormAction = {
  admits: 'browseGroups',
  isLarge: false,
  act: async form => {
    const { input: body } = acceptable(await readGroup(form))
    await run(form, 'editGroup', () => ({ id: textIn(form, 'group'), body }))
  },
  showAgain: async (form, error, translate) => {
    const { form: page } = await readGroup(form)
    return { view: 'group', answer: { ...page, ...problemsBeside(page.sections, error, translate) } }
  },
}

/**
 * Adds users to a group and removes users from the group. Only the differences between the form fields `was` and
 * `member` are applied, so that the form does not undo concurrent changes.
 */
export const members: Action = async form => {
  const [was, chosen] = ['was', 'member'].map(name => new Set(form.fields.get(name)))
  const added = [...(chosen ?? [])].filter(id => !was?.has(id)).map(id => [id, true] as const)
  const removed = [...(was ?? [])].filter(id => !chosen?.has(id)).map(id => [id, false] as const)
  const users = Object.fromEntries([...added, ...removed])
  await run(form, 'editGroup', () => ({ id: textIn(form, 'group'), body: { users } }))
}

export const removeGroup: Action = async form => {
  await run(form, 'removeGroup', () => ({ id: textIn(form, 'group') }))
  return { redirect: `${form.context.base}/@@groups` }
}
