import type { Credentials, InputOf } from '@plenum/core'
import type { ApiRequest } from '../exchange/apiRequest.js'
import { basicCredentials, bearerToken } from '../headers/authenticate.js'

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
  const credentials = basicCredentials(req)
  return credentials
    ? { name: credentials.user, password: credentials.password, limiter: guardLogins(req, credentials.user) }
    : null
}

export function passwordInput(request: ApiRequest): InputOf<'resetPassword'> {
  const { req, guardLogins } = request.exchange
  const [id = ''] = request.rest
  return { id, body: request.body(), limiter: guardLogins(req, id) }
}
