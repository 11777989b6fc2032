import type { PlacedProperty } from '../../answers/forms.js'
import type { NewPrincipalPayload, UserPagePayload, UsersPagePayload } from '../../answers/peoplePages.js'
import type { JsonObject } from '../../foundation/json.js'
import { type FieldProblem, message } from '../../foundation/messages.js'
import { allGroups, groupsOf, withStockGroups } from '../../people/groups.js'
import { isManager, managerRole } from '../../people/managers.js'
import { presentUser } from '../../people/presentUser.js'
import type { User, UserFilter } from '../../people/userDirectory.js'
import { assignableRoles, permission } from '../../security/permissions.js'
import type { FormContext } from '../page/form/controlOf.js'
import { type PlainForm, plainForm, type SentForm } from '../page/form/plainForm.js'
import { isSelf, missing } from '../people/peopleAccess.js'
import type { Operation } from '../run/operation.js'
import { atRoot, hasPermission, isSiteRoot, type RequestContext, requirePermission } from '../run/requestContext.js'
import { line, passwordField, profileSchema, schemaOfForm } from './userSchemas.js'

export const peopleBatch = 50

/** `GET /@@users` returns a batch of users, sorted by id (docs/people.md, Users). */
export const browseUsers: Operation<Pick<UserFilter, 'search' | 'after'>, UsersPagePayload> = {
  permission: permission.readUsers,
  exists: isSiteRoot,
  async run(context, { search = '', after }) {
    const { base, environment } = context
    const filter = { ...(search === '' ? {} : { search }), ...(after === undefined ? {} : { after }) }
    const users = await environment.users.users({ ...filter, limit: peopleBatch + 1 })
    const groups = await allGroups(environment.users)
    return {
      answer: {
        '@id': `${base}/@@users`,
        search,
        items: users.slice(0, peopleBatch).map(user => presentUser(user, { base, groups })),
        next: nextAfter(users),
        may_add: hasPermission(context, permission.addMember),
      },
    }
  },
}

/**
 * Returns the id after which the next batch begins, or null if this is the last batch. The query for `users` must
 * request one user more than a batch contains.
 */
export const nextAfter = (users: readonly { readonly id: string }[]): string | null =>
  users.length > peopleBatch ? (users[peopleBatch - 1]?.id ?? null) : null

export interface UserFormInput {
  readonly id: string
  readonly profile: SentForm | null
  readonly password: SentForm | null
}

export interface PeopleReading<Payload> extends Pick<PlainForm, 'input' | 'problems'> {
  readonly form: Payload
}

/** `GET /@@users/{id}` returns the form of a user (docs/people.md, Users). Throws the same errors as `getUser`. */
export const getUserForm: Operation<UserFormInput, PeopleReading<UserPagePayload>> = {
  ...atRoot,
  async run(context, { id, profile, password }) {
    const { base, environment } = context
    const own = isSelf(context, id)
    if (!own) requirePermission(context, permission.readUsers)
    const user = await environment.users.user(id)
    if (!user) throw missing(context, message('user.missing', { id: id.slice(0, 100) }))
    const groups = withStockGroups(await groupsOf(environment.users, user))
    const payload = presentUser(user, { base, groups })
    const mayManage = mayManageUser(context, isManager(user, groups))
    const profileForm = own || mayManage ? readProfile(context, { user, mayManage }, profile) : emptyForm
    const passwordForm = own ? readPassword(context, password) : emptyForm
    const { input, problems } = password ? passwordForm : profileForm
    return {
      answer: {
        form: {
          '@id': `${base}/@@users/${encodeURIComponent(id)}`,
          user: payload,
          is_own: own,
          may_remove: mayManage && !own,
          profile: profileForm.sections,
          password: passwordForm.sections,
        },
        input,
        problems,
      },
    }
  },
}

const emptyForm: PlainForm = { sections: [], input: {}, problems: [] }

/** Whether the caller may change the user (docs/content-and-access.md, Users, rules 5 and 6). */
const mayManageUser = (context: RequestContext, isManagerUser: boolean): boolean =>
  hasPermission(context, permission.manageUsers) && (!isManagerUser || hasPermission(context, permission.manageSite))

/**
 * The URL that identifies the vocabulary of roles in the forms for users and groups. No endpoint with this URL exists.
 */
const rolesUrl = 'roles'

export const isAssignable = (role: string): boolean => assignableRoles.some(assignable => assignable === role)

/**
 * Returns the context for forms of users and groups. The only vocabulary contains the roles that the caller may grant.
 */
export const peopleFormContext = (context: RequestContext): FormContext => ({
  zone: 'UTC',
  terms: url => (url === rolesUrl ? grantableRoles(context) : []),
})

function grantableRoles(context: RequestContext): ReturnType<FormContext['terms']> {
  const mayAppoint = hasPermission(context, permission.manageSite)
  return assignableRoles
    .filter(role => role !== managerRole || mayAppoint)
    .map(role => ({ token: role, title: context.translate(role) }))
}

export const rolesProperty = (context: RequestContext, help: string): PlacedProperty => ({
  title: context.translate('Roles'),
  description: context.translate(help),
  type: 'array',
  factory: 'Set',
  items: { vocabulary: { '@id': rolesUrl } },
  behavior: 'plone',
})

interface ProfileOf {
  readonly user: User
  readonly mayManage: boolean
}

function readProfile(context: RequestContext, { user, mayManage }: ProfileOf, sent: SentForm | null): PlainForm {
  const { fullname, email, home_page, description, location } = user
  const values: JsonObject = {
    ...{ fullname, email, home_page, description, location },
    portrait: portraitFile(context, user),
    roles: user.roles.filter(isAssignable),
  }
  const schema = profileSchema(context)
  const roles = { roles: rolesProperty(context, 'The permissions of this user on the whole site.') }
  const source = { schema: mayManage ? withProperties(schema, roles) : schema, values, isNew: false }
  return plainForm(source, peopleFormContext(context), sent)
}

/** Returns the portrait as a file in a form. Its size is 0, because the form does not show the size. */
function portraitFile({ base }: RequestContext, { id, portrait }: User): JsonObject | null {
  if (portrait === undefined) return null
  return { filename: 'portrait', size: 0, download: `${base}/@portrait/${encodeURIComponent(id)}` }
}

type Schema = ReturnType<typeof profileSchema>

export function withProperties(schema: Schema, properties: Schema['properties']): Schema {
  const [first, ...others] = schema.fieldsets
  const fieldsets = first ? [{ ...first, fields: [...first.fields, ...Object.keys(properties)] }, ...others] : []
  return { ...schema, properties: { ...schema.properties, ...properties }, fieldsets }
}

function readPassword(context: RequestContext, sent: SentForm | null): PlainForm {
  const schema = schemaOfForm(context, [
    passwordField('old_password', 'Current password', ''),
    passwordField('password', 'New password', 'At least 8 characters.'),
    passwordField('repeated', 'Confirm password', 'The same password again.'),
  ])
  const form = plainForm({ schema, values: {}, isNew: true }, peopleFormContext(context), sent)
  return { ...form, problems: [...form.problems, ...repetitionProblem(form.input)] }
}

const repetitionProblem = ({ password, repeated }: JsonObject): readonly FieldProblem[] =>
  repeated !== undefined && repeated !== password
    ? [{ field: 'repeated', message: message('form.passwords-differ') }]
    : []

export interface NewPrincipalInput {
  readonly sent: SentForm | null
}

/**
 * `GET /@@invite` returns the form for a new user, who receives a link for choosing a password (docs/people.md, Users).
 */
export const getInvitation: Operation<NewPrincipalInput, PeopleReading<NewPrincipalPayload>> = {
  permission: permission.addMember,
  exists: isSiteRoot,
  async run(context, { sent }) {
    const schema = schemaOfForm(context, [
      line('fullname', 'Full name', 'First name first, such as Ada Lovelace.'),
      {
        kind: 'email',
        name: 'email',
        title: 'E-mail address',
        description: 'The link for choosing a password is sent to this address.',
        required: true,
      },
      {
        ...line('username', 'Username', 'The name for the login: 2 to 100 letters, digits and . _ @ + -.'),
        required: true,
      },
    ])
    const roles = { roles: rolesProperty(context, 'The permissions of this user on the whole site.') }
    const mayGrant = hasPermission(context, permission.manageSite)
    const values: JsonObject = mayGrant ? { roles: ['Member'] } : {}
    const source = { schema: mayGrant ? withProperties(schema, roles) : schema, values, isNew: true }
    const { sections, ...entered } = plainForm(source, peopleFormContext(context), sent)
    return { answer: { form: { '@id': `${context.base}/@@invite`, sections }, ...entered } }
  },
}
