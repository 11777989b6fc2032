import { anonymous, type Caller, DomainError, message, type Site } from '@plenum/core'
import type { Request, Response } from 'express'
import basicAuth, { type IBasicAuthedRequest } from 'express-basic-auth'
import type { LoginGuard } from './guards/loginGuard.js'

/**
 * Who sent a request. Basic credentials must be right: a wrong password is never silently anonymous
 * (docs/http-answers.md, Credentials). Requests without credentials, or of another scheme, are anonymous;
 * express-basic-auth would refuse them, so it does not see them. Throws `too-many-requests` when too many logins have
 * failed, and what the site throws.
 */
export async function authenticate(
  site: Pick<Site, 'authenticate'>,
  req: Request,
  guardLogins: LoginGuard,
): Promise<Caller> {
  if (!/^basic(\s|$)/i.test(req.headers.authorization ?? '')) return anonymous
  const sent = basicCredentials(req)
  const member = sent && (await site.authenticate(sent.user, sent.password, guardLogins(req, sent.user)))
  if (!member) throw new DomainError('unauthorized', message('access.credentials'), { context: null })
  return member
}

const readBasic = basicAuth({ authorizer: () => true })

/** In place of the response, because the refusal of express-basic-auth has neither our body nor our content type. */
const unanswered = { set: () => unanswered, status: () => ({ json: () => {}, send: () => {} }) } as unknown as Response

/**
 * What express-basic-auth makes of the header; undefined when it refuses it. It leaves it on the request, in plain
 * text.
 */
function basicCredentials(req: Request): IBasicAuthedRequest['auth'] | undefined {
  readBasic(req, unanswered, () => {})
  const { auth } = req as Partial<IBasicAuthedRequest>
  Reflect.deleteProperty(req, 'auth')
  return auth
}
