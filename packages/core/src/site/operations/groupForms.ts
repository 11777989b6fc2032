import type {
  GroupPagePayload,
  GroupsPagePayload,
  MemberEntry,
  NewPrincipalPayload,
} from '../../answers/peoplePages.js'
import type { JsonObject } from '../../foundation/json.js'
import { message } from '../../foundation/messages.js'
import { allGroups, isStockGroup } from '../../people/groups.js'
import { makesManagers } from '../../people/managers.js'
import { presentGroupSummary } from '../../people/presentUser.js'
import type { User } from '../../people/userDirectory.js'
import { authenticatedUsers } from '../../security/caller.js'
import { permission } from '../../security/permissions.js'
import { plainForm, type SentForm } from '../page/form/plainForm.js'
import { missing } from '../people/peopleAccess.js'
import type { Operation } from '../run/operation.js'
import { hasPermission, isSiteRoot, type RequestContext } from '../run/requestContext.js'
import {
  isAssignable,
  type NewPrincipalInput,
  nextAfter,
  type PeopleReading,
  peopleBatch,
  peopleFormContext,
  rolesProperty,
  withProperties,
} from './peopleForms.js'
import { line, schemaOfForm } from './userSchemas.js'

const groupPage = { permission: permission.manageUsers, exists: isSiteRoot }

/** `GET /@@groups` returns all groups (docs/people.md, Groups). */
export const browseGroups: Operation<undefined, GroupsPagePayload> = {
  ...groupPage,
  async run({ base, environment }) {
    const groups = await allGroups(environment.users)
    return { answer: { '@id': `${base}/@@groups`, items: groups.map(group => presentGroupSummary(group, base)) } }
  },
}

export interface GroupFormInput {
  readonly id: string
  /** The search string for users. If it is empty, the members of the group are listed. */
  readonly search: string
  /** The id of the last user in the previous batch. */
  readonly after?: string | undefined
  readonly sent: SentForm | null
}

/**
 * `GET /@@groups/{id}` returns the form of a group (docs/people.md, Groups). Throws a DomainError `not-found` if the
 * group does not exist.
 */
export const getGroupForm: Operation<GroupFormInput, PeopleReading<GroupPagePayload>> = {
  ...groupPage,
  async run(context, { id, search, after, sent }) {
    const { base, environment } = context
    const groups = await allGroups(environment.users)
    const group = groups.find(candidate => candidate.id === id)
    if (!group) throw missing(context, message('group.missing', { id: id.slice(0, 100) }))
    const mayChange =
      id !== authenticatedUsers && (!makesManagers(group, groups) || hasPermission(context, permission.manageSite))
    const { title, description, email, roles } = group
    const values = { title, description, email, roles: roles.filter(isAssignable) }
    const form = readGroup(context, values, sent)
    const filter = search === '' ? { groups: [id] } : { search }
    const users =
      id === authenticatedUsers
        ? []
        : await environment.users.users({ ...filter, ...(after ? { after } : {}), limit: peopleBatch + 1 })
    return {
      answer: {
        form: {
          '@id': `${base}/@@groups/${encodeURIComponent(id)}`,
          group: presentGroupSummary(group, base),
          sections: mayChange ? form.sections : [],
          search,
          members: users.slice(0, peopleBatch).map(user => memberEntry(user, id)),
          next: nextAfter(users),
          may_change: mayChange,
          may_remove: mayChange && !isStockGroup(id),
        },
        input: form.input,
        problems: form.problems,
      },
    }
  },
}

const memberEntry = ({ id, fullname, email, groups }: User, group: string): MemberEntry => ({
  id,
  title: fullname || id,
  email,
  is_member: groups.includes(group),
})

function readGroup(context: RequestContext, values: JsonObject | null, sent: SentForm | null) {
  const named = values !== null
  const schema = schemaOfForm(context, [
    ...(named
      ? []
      : [
          {
            ...line('groupname', 'Name', '1 to 100 letters, digits, spaces and . _ @ + -. It cannot be changed later.'),
            required: true,
          },
        ]),
    line('title', 'Title', 'The name that people see.'),
    { kind: 'text', name: 'description', title: 'Description' },
    { kind: 'email', name: 'email', title: 'E-mail address' },
  ])
  const roles = rolesProperty(context, 'The permissions of all members on the whole site.')
  const source = { schema: withProperties(schema, { roles }), values: values ?? {}, isNew: !named }
  return plainForm(source, peopleFormContext(context), sent)
}

/** `GET /@@add-group` returns the form for a new group (docs/people.md, Groups). */
export const getNewGroupForm: Operation<NewPrincipalInput, PeopleReading<NewPrincipalPayload>> = {
  ...groupPage,
  async run(context, { sent }) {
    const { sections, ...entered } = readGroup(context, null, sent)
    return { answer: { form: { '@id': `${context.base}/@@add-group`, sections }, ...entered } }
  },
}
