import { type Message, message } from '@plenum/core'
import type { Exchange } from '../exchange/exchange.js'
import { cookieOf } from '../headers/cookies.js'
import { cookieFor, noticeCookie } from './pageCookies.js'

const notices = {
  add: 'notice.add',
  edit: 'notice.saved',
  delete: 'notice.delete',
  vote: 'notice.vote',
  move: 'notice.move',
  plan: 'notice.plan',
  cancel: 'notice.cancel',
  revert: 'notice.revert',
  invalidate: 'notice.invalidate',
  webhook: 'notice.webhook',
  addWebhook: 'notice.webhook',
  rotate: 'notice.webhook',
  removeWebhook: 'notice.webhook-removed',
  ping: 'notice.ping',
  repeat: 'notice.repeat',
  importProgramme: 'notice.import',
  removeExamples: 'notice.examples-removed',
  mails: 'notice.mails',
  retryMail: 'notice.retry-mail',
  forgot: 'notice.forgot',
  password: 'notice.password',
  moveSlot: 'notice.move-slot',
  unsubscribe: 'notice.unsubscribe',
  release: 'notice.release',
  login: 'notice.login',
  logout: 'notice.logout',
  share: 'notice.saved',
  settings: 'notice.saved',
  setup: 'notice.setup',
  profile: 'notice.saved',
  changePassword: 'notice.password-changed',
  invite: 'notice.invited',
  removeUser: 'notice.user-removed',
  addGroup: 'notice.group-added',
  group: 'notice.saved',
  members: 'notice.members',
  removeGroup: 'notice.group-removed',
} as const

export type NoticeName = keyof typeof notices

/** The lifetime of a notice, in seconds. */
const maxAgeSeconds = 60

export const noticeFor = (base: string, name: NoticeName): string => cookieFor(base, noticeCookie, name, maxAgeSeconds)

/** The notice about a previously sent form, which is displayed only once. */
export interface PendingNotice {
  /** Whether the request contained a notice, in which case the page must be private. */
  readonly hasNotice: boolean
  readonly notice: Message | null
}

export function takeNotice({ req, res }: Pick<Exchange, 'req' | 'res'>, base: string): PendingNotice {
  const name = cookieOf(req, noticeCookie)
  if (name === null) return { hasNotice: false, notice: null }
  res.appendHeader('Set-Cookie', cookieFor(base, noticeCookie, null))
  return { hasNotice: true, notice: isNotice(name) ? message(notices[name]) : null }
}

const isNotice = (name: string): name is NoticeName => Object.hasOwn(notices, name)
