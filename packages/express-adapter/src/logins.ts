import type { Credentials, InputOf } from '@plenum/core'
import { basicCredentials, bearerToken } from './authenticate.js'
import type { ApiRequest } from './request.js'

export const loginInput = ({
  body,
  exchange: { req, guardLogins },
}: Pick<ApiRequest, 'body' | 'exchange'>): InputOf<'logIn'> => ({
  body: body(),
  limiter: name => guardLogins(req, name),
})

/** The credentials of a request, for operations on the login itself. */
export function credentialsOf({ exchange: { req, guardLogins } }: ApiRequest): Credentials {
  const token = bearerToken(req)
  if (token !== undefined) return { token }
  const sent = basicCredentials(req)
  return sent ? { name: sent.user, password: sent.password, limiter: guardLogins(req, sent.user) } : null
}

export function passwordInput(request: ApiRequest): InputOf<'resetPassword'> {
  const { req, guardLogins } = request.exchange
  const [id = ''] = request.rest
  return { id, body: request.body(), limiter: guardLogins(req, id) }
}
