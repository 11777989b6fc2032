import type { ContentNode } from '../../content/node/node.js'
import type { JsonObject } from '../../foundation/json.js'
import { DomainError, type FieldProblem, message } from '../../foundation/messages.js'
import { permission } from '../../security/permissions.js'
import { hasPermission, type RequestContext } from '../run/requestContext.js'
import { usersWithEmail } from './emailLogins.js'

/** The names of the internal root fields that store the settings for registration (docs/site-settings.md, Security). */
export const selfRegistration = 'enable_self_reg'
export const passwordChoice = 'enable_user_pwd_choice'

export const allowsRegistration = ({ fields }: Pick<ContentNode, 'fields'>): boolean =>
  fields[selfRegistration] === true

export const mayAddUsers = (context: RequestContext): boolean =>
  hasPermission(context, permission.addMember) || allowsRegistration(context.node)

/**
 * Adapts the body of a registration to the settings of the site. If the settings do not allow visitors to choose a
 * password, the resulting body requests an email instead. Throws a DomainError `incomplete-user` if the body contains
 * values that only administrators may set.
 */
export function registrationBody({ node }: RequestContext, body: JsonObject): JsonObject {
  const choosesPassword = node.fields[passwordChoice] === true
  const reserved = ['roles', 'groups', ...(choosesPassword ? [] : ['password'])]
  const problems = reserved.filter(name => Object.hasOwn(body, name)).map(notAllowed)
  if (problems.length > 0) throw new DomainError('incomplete-user', message('user.not-allowed-any'), { problems })
  return choosesPassword ? body : { ...body, sendPasswordReset: true }
}

const notAllowed = (field: string): FieldProblem => ({ field, message: message('user.not-allowed', { field }) })

/**
 * The maximum number of users with the same email address. Each registration sends an email, so this number also limits
 * the emails to the address.
 */
const maxWithEmail = 10

export async function refuseCommonEmail({ environment }: RequestContext, email: string): Promise<void> {
  if ((await usersWithEmail(environment, email)).length >= maxWithEmail)
    throw new DomainError('invalid-user', message('user.email', { email: email.slice(0, 100) }))
}
