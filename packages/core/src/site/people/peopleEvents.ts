import type { EventOrigin, NewEvent } from '../../changeFeed/events.js'
import type { JsonObject, JsonValue } from '../../foundation/json.js'
import { withStockGroups } from '../../people/groups.js'
import type { Group, PeopleChange, PeopleSnapshot, User } from '../../people/userDirectory.js'
import { changedValues } from '../write/changedValues.js'

/**
 * Creates one event for each affected user or group (docs/change-feed.md, Details). Events never contain passwords,
 * hashes or tokens.
 */
export function peopleEvents(people: PeopleSnapshot, change: PeopleChange, origin: EventOrigin): readonly NewEvent[] {
  const { added = [], users = [], removedUsers = [], groups = [], removedGroups = [] } = change
  const groupBefore = new Map(withStockGroups(people.groups).map(group => [group.id, group]))
  return [
    ...added.map(user => userAdded(user, origin)),
    ...users.flatMap(user => edit({ user: user.id }, userChanges(people.users.get(user.id), user))),
    ...removedUsers.map(user => event({ user, action: 'removed' }, origin)),
    ...groups.flatMap(group => {
      const before = groupBefore.get(group.id)
      const subject = { group: group.id }
      return before
        ? edit(subject, changedValues(groupValues(before), groupValues(group)))
        : [event({ ...subject, action: 'added', values: groupValues(group) }, origin)]
    }),
    ...removedGroups.map(group => event({ group, action: 'removed' }, origin)),
  ]

  function edit(subject: JsonObject, changes: JsonObject): readonly NewEvent[] {
    return Object.keys(changes).length === 0 ? [] : [event({ ...subject, action: 'changed', changes }, origin)]
  }
}

export const userAdded = (user: User, origin: EventOrigin): NewEvent =>
  event({ user: user.id, action: 'added', values: userValues(user) }, origin)

const event = (details: JsonObject, origin: EventOrigin): NewEvent => ({
  ...origin,
  kind: 'people',
  object: null,
  details,
})

const userValues = ({ fullname, email, description, home_page, location, roles, groups }: User): JsonObject => ({
  fullname,
  email,
  description,
  home_page,
  location,
  roles,
  groups,
})

const groupValues = ({ title, description, email, roles, groups = [] }: Group): JsonObject => ({
  title,
  description,
  email,
  roles,
  groups,
})

/** Returns the changed values of a user. New passwords and portraits are recorded without their values. */
function userChanges(before: User | undefined, after: User): JsonObject {
  if (!before) return {}
  const facts: Record<string, JsonValue> = {}
  if (before.passwordHash !== after.passwordHash) facts.password = true
  if (before.portrait !== after.portrait) facts.portrait = true
  return { ...changedValues(userValues(before), userValues(after)), ...facts }
}
