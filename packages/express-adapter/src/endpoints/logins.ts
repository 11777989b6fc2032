import type { Credentials, InputOf } from '@plenum/core'
import type { ApiRequest } from '../exchange/apiRequest.js'
import { presentedLogin } from '../headers/authenticate.js'

export const loginInput = ({
  body,
  exchange: { req, guardLogins },
}: Pick<ApiRequest, 'body' | 'exchange'>): InputOf<'logIn'> => ({
  body: body(),
  limiter: name => guardLogins(req, name),
})

export function credentialsOf({ exchange: { req, guardLogins } }: ApiRequest): Credentials {
  const login = presentedLogin(req)
  if (!login || 'token' in login) return login ?? null
  return { ...login, limiter: guardLogins(req, login.name) }
}

export const passwordLimiter =
  (req: ApiRequest['exchange']['req'], guardLogins: ApiRequest['exchange']['guardLogins']) => (name: string) =>
    guardLogins(req, name)

export function passwordInput(request: ApiRequest): InputOf<'resetPassword'> {
  const { req, guardLogins } = request.exchange
  const [id = ''] = request.rest
  return { id, body: request.body(), limiter: guardLogins(req, id) }
}

/**
 * Returns the input of a registration. The rate limit counts the registration only once, even if the operation is
 * repeated after a conflict.
 */
export function newUserInput({ body, exchange: { req, guardRegistrations } }: ApiRequest): InputOf<'addUser'> {
  let counted: Promise<void> | undefined
  const limitRegistrations = (email: string): Promise<void> => {
    counted ??= guardRegistrations(req, email)
    return counted
  }
  return { body: body(), limitRegistrations }
}
