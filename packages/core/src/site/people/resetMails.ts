import { DomainError, type ErrorCode } from '../../foundation/domainError.js'
import { message } from '../../foundation/messages.js'
import type { Mail, Mailer } from '../run/mailer.js'
import type { RequestContext } from '../run/requestContext.js'
import { type IssuedReset, issueReset, resetLifetime } from './resetTokens.js'

/** Minimum interval in milliseconds between two mails to a user, regardless of the number of requests. */
const pause = 5 * 60 * 1000
const hour = 60 * 60 * 1000

/** The occasion of a mail with a token. */
export type Reason = 'welcome' | 'reset'

/** Throws if the site sends no mails. */
export function requireMailer({ environment }: RequestContext, code: ErrorCode): Mailer {
  if (environment.mailer) return environment.mailer
  throw new DomainError(code, message('reset.no-mail'))
}

/** Mails a password token to a user, in the language of the context (docs/content-and-access.md, Passwords, rule 3). */
export function postReset(
  context: RequestContext,
  id: string,
  { reason, mailer }: { reason: Reason; mailer: Mailer },
): void {
  mailer.post(async () => {
    const issued = await issueReset(context, id, pause)
    return issued && resetMail(context, issued, { reason, base: mailer.base })
  })
}

function resetMail(
  context: RequestContext,
  { user, token }: IssuedReset,
  { reason, base }: { readonly reason: Reason; readonly base: string },
): Mail {
  const { node, translate } = context
  const values = {
    site: String(node.fields.title ?? '').slice(0, 200) || base,
    user: user.id,
    name: user.fullname || user.id,
    url: resetUrl(base, user.id, token),
    hours: Math.floor(resetLifetime(context) / hour),
  }
  const isWelcome = reason === 'welcome'
  return {
    to: user.email,
    subject: translate(message(isWelcome ? 'mail.welcome-subject' : 'mail.reset-subject', values)),
    text: translate(message(isWelcome ? 'mail.welcome-text' : 'mail.reset-text', values)),
  }
}

/** The page of front ends where a user sets a password. */
export const resetUrl = (base: string, id: string, token: string): string =>
  `${base}/passwordreset/${token}?userid=${encodeURIComponent(id)}`
