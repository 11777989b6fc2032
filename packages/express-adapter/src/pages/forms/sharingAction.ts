import type { JsonObject, JsonValue } from '@plenum/core'
import { type Form, run } from './formAction.js'
import { type FormFields, only } from './readForm.js'

/** A grant of a role to a user or group. In the form, a grant is a string such as `user:ada:Editor`. */
interface Grant {
  readonly type: string
  readonly id: string
  readonly role: string
}

/**
 * Grants and revokes roles on an object. The form contains the roles that were granted when the page was rendered
 * (`was`), the roles that are selected now (`grant`), and the roles that parent containers or the site grant
 * (`other`). Only differences between `was` and `grant` are sent, so that the form does not undo concurrent changes
 * to other roles.
 */
export async function share(form: Form): Promise<void> {
  const { fields } = form
  const [was, grants, others] = ['was', 'grant', 'other'].map(name => grantsIn(fields, name))
  const entries = changedEntries(was ?? [], grants ?? [], others ?? [])
  const inherit = fields.has('inherit')
  const inherited = only(fields, 'inherited')
  const inheritChange: JsonObject = inherited === undefined || inherited === String(inherit) ? {} : { inherit }
  await run(form, 'editSharing', () => ({ entries, ...inheritChange }))
}

/** Parses the grants in a form field. An id can contain colons if the user no longer exists. */
const grantsIn = (fields: FormFields, name: string): readonly Grant[] =>
  (fields.get(name) ?? []).flatMap(text => {
    const [, type, id, role] = /^(user|group):(.+):(\w+)$/.exec(text) ?? []
    return type && id && role ? [{ type, id, role }] : []
  })

function changedEntries(was: readonly Grant[], grants: readonly Grant[], others: readonly Grant[]): JsonValue[] {
  const before = new Set(was.map(keyOf))
  const after = new Set(grants.map(keyOf))
  const changed = [
    ...was.filter(grant => !after.has(keyOf(grant))),
    ...grants.filter(grant => !before.has(keyOf(grant))),
  ]
  const principals = new Map(changed.map(({ type, id }) => [`${type}:${id}`, { type, id }]))
  return [...principals.values()].map(({ type, id }) => {
    const rolesIn = (list: readonly Grant[], value: JsonValue) =>
      list.filter(grant => grant.type === type && grant.id === id).map(({ role }) => [role, value] as const)
    return { type, id, roles: Object.fromEntries([...rolesIn(others, 'acquired'), ...rolesIn(grants, true)]) }
  })
}

const keyOf = ({ type, id, role }: Grant): string => `${type}:${id}:${role}`
