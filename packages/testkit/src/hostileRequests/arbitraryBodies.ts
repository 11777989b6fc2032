import type { JsonObject, JsonValue } from '@plenum/core'
import { idOfPath, parentPath } from '@plenum/core/ports'
import fc from 'fast-check'
import { lockEnd, lockOptions, newAliases, oldAliases, sources } from './bodiesOfPlaces.js'
import { bodyOfPanel } from './bodyOfPanel.js'
import { dates, encodedFiles, fieldValues, words } from './fieldValues.js'
import { crews, type Grammar, type GrammarRoute, guests, type Place } from './grammar.js'
import { webhookAddress } from './hostileContent.js'
import { hostileJson, hostileText, jsonOf, mostly } from './hostileValues.js'
import { queryRows } from './queryRows.js'

const some = <T>(values: readonly [T, ...T[]]) => fc.constantFrom(...values)

const partOf = (keys: Readonly<Record<string, fc.Arbitrary<JsonValue>>>): fc.Arbitrary<JsonObject> =>
  fc.record(keys, { requiredKeys: [] }) as fc.Arbitrary<JsonObject>

const shortNames = mostly(6, fc.stringMatching(/^[a-z]{2,6}$/), hostileText)

/**
 * Generates bodies that add an object to `place`. The type is one that the container allows, or `Document` if the
 * container allows no types.
 */
function addition(grammar: Grammar, place: Place): fc.Arbitrary<JsonObject> {
  const offered = grammar.types.get(place.type)?.contains ?? []
  return fc
    .constantFrom(...(offered.length > 0 ? offered : ['Document']))
    .chain(type =>
      fc
        .tuple(
          fieldValues(grammar, grammar.types.get(type)?.fields ?? [], true),
          mostly(4, fc.constant({}), partOf({ id: shortNames, layout: words, UID: hostileJson })),
        )
        .map(([fields, more]) => ({ '@type': type, ...fields, ...more })),
    )
}

const ordering = fc.oneof(
  fc.record({ ordering: fc.record({ obj_id: words, delta: some<JsonValue>(['top', 'bottom', 1, -1, '2', 1e9]) }) }),
  fc.record({
    sort: fc.record({ on: some(['id', 'modified', 'x']), order: some(['ascending', 'reverse', 'toString']) }),
  }),
)

function itemsOf({ places }: Grammar, { path }: Place): fc.Arbitrary<string | null> {
  const items = places.map(place => place.path).filter(item => item !== '/' && parentPath(item) === path)
  return fc.constantFrom(null, ...items.map(idOfPath))
}

function edit(grammar: Grammar, place: Place): fc.Arbitrary<JsonObject> {
  const fields = grammar.types.get(place.type)?.fields ?? []
  return fc.oneof(
    { weight: 8, arbitrary: fieldValues(grammar, fields, false) },
    { weight: 1, arbitrary: ordering as fc.Arbitrary<JsonObject> },
    { weight: 1, arbitrary: partOf({ id: shortNames, changeNote: hostileText, layout: words, owner: hostileJson }) },
    { weight: 1, arbitrary: fc.record({ default_page: mostly(4, itemsOf(grammar, place), hostileJson) }) },
  )
}

const move = partOf({
  comment: mostly(1, words, hostileText),
  include_children: fc.boolean(),
  effective: mostly(4, dates as fc.Arbitrary<JsonValue>, fc.constant(null)),
  expires: mostly(4, dates as fc.Arbitrary<JsonValue>, fc.constant(null)),
})

const plan = fc.record({
  at: mostly(9, fc.constant('2035-05-05T00:00:00Z'), dates),
  comment: words,
}) as fc.Arbitrary<JsonObject>

const webhook = ({ types }: Grammar): fc.Arbitrary<JsonObject> =>
  fc.record(
    {
      address: mostly(9, fc.constant(webhookAddress), hostileText),
      title: words,
      paused: fc.boolean(),
      types: fc.subarray([...types.keys()], { maxLength: 2 }),
      path: some(['/', '/attack']),
    },
    { requiredKeys: ['address'] },
  ) as fc.Arbitrary<JsonObject>

const release = fc.record(
  { name: mostly(6, fc.uuid(), hostileText), comment: hostileText },
  { requiredKeys: ['name'] },
) as fc.Arbitrary<JsonObject>

const optionIds = fc.integer({ min: -1, max: 3 })
const vote = fc.oneof(
  optionIds.map(id => ({ option_id: id })),
  fc.array(optionIds, { minLength: 1, maxLength: 3 }).map(ids => ({ option_ids: ids })),
)

const roles = some(['Editor', 'Reader', 'Contributor', 'Reviewer', 'Manager', 'Nobody'])
const sharing = ({ users }: Grammar): fc.Arbitrary<JsonObject> =>
  partOf({
    inherit: fc.boolean(),
    entries: fc.array(
      fc.record({
        id: mostly(6, fc.constantFrom(...users, 'AuthenticatedUsers', 'Administrators'), hostileText),
        type: some(['user', 'group']),
        roles: fc.dictionary(roles, some<JsonValue>([true, false, 'global', 'acquired']), { maxKeys: 3 }),
      }),
      { maxLength: 3 },
    ) as fc.Arbitrary<JsonValue>,
  })

const newUser = fc
  .record({
    username: mostly(4, fc.constantFrom(...guests), hostileText),
    email: mostly(6, fc.constant('a@example.org'), hostileText),
    password: mostly(6, fc.constant('Secret-password-1'), hostileText),
    fullname: mostly(3, words, hostileText),
    roles: fc.array(roles, { maxLength: 2 }),
  })
  .map(user => user as JsonObject)

const flags = (names: readonly string[]): fc.Arbitrary<JsonObject> =>
  fc.dictionary(fc.constantFrom(...names), fc.boolean(), { maxKeys: 3 })

/**
 * Generates changes to users. Passwords and the Manager role do not change, so that later requests can still log in as
 * any of the users.
 */
const profile = partOf({
  fullname: mostly(3, words, hostileText),
  location: mostly(3, words, fc.constant(null)),
  portrait: mostly<JsonValue>(9, encodedFiles, fc.constant(null)),
  roles: flags(['Editor', 'Reader']),
})

const password = ({ password: same }: Grammar): fc.Arbitrary<JsonObject> =>
  mostly<JsonObject>(
    6,
    fc.constant({ old_password: same, new_password: same }),
    fc.constantFrom<JsonObject>({}, { reset_token: '0'.repeat(64), new_password: same }),
  )

const group = ({ users }: Grammar): fc.Arbitrary<JsonObject> =>
  partOf({
    title: mostly(3, words, hostileText),
    description: words,
    roles: fc.uniqueArray(some(['Editor', 'Reader', 'Reviewer']), { maxLength: 2 }),
    users: flags(users),
  })

const newGroup = (grammar: Grammar): fc.Arbitrary<JsonObject> =>
  fc
    .tuple(group(grammar), mostly(4, fc.constantFrom(...crews), hostileText))
    .map(([fields, groupname]) => ({ ...fields, groupname }))

const login = ({ users, password }: Grammar): fc.Arbitrary<JsonObject> =>
  fc.record({
    login: mostly(6, fc.constantFrom(...users), hostileText),
    password: mostly(6, fc.constant(password), hostileText),
  }) as fc.Arbitrary<JsonObject>

const pausing: fc.Arbitrary<JsonObject> = fc.boolean().map(paused => ({ paused }))

/** Generators of valid bodies, by operation. For all other operations, any object is valid. */
const bodies: Readonly<Record<string, (grammar: Grammar, place: Place) => fc.Arbitrary<JsonObject>>> = {
  addContent: addition,
  editContent: edit,
  transitionContent: () => mostly(15, move, plan),
  pauseTransitions: () => pausing,
  pauseMails: () => pausing,
  addWebhook: webhook,
  editWebhook: webhook,
  releaseSchedule: () => release,
  castVote: () => vote,
  editSharing: sharing,
  addUser: () => newUser,
  editUser: () => profile,
  resetPassword: password,
  addGroup: newGroup,
  editGroup: group,
  logIn: login,
  querystringSearch: queryRows,
  revertVersion: () => fc.record({ version: some<JsonValue>([0, '0', 1, 2, 99]) }),
  invalidateSharedMemoize: () => some<JsonObject>([{}, {}, { function: 'plenum.schedule' }, { function: 'x' }]),
  editControlPanel: bodyOfPanel,
  copyObjects: sources,
  relocateObjects: sources,
  addAliases: newAliases,
  removeAliases: oldAliases,
  lockContent: () => lockOptions,
  refreshLock: () => lockOptions,
  unlockContent: () => lockEnd,
}

const anyObject = fc.dictionary(words, hostileJson, { maxKeys: 3 }) as fc.Arbitrary<JsonObject>

const rightBody = (grammar: Grammar, { operation }: GrammarRoute, place: Place): fc.Arbitrary<JsonObject> =>
  bodies[operation]?.(grammar, place) ?? anyObject

function withHostilePart(body: JsonObject): fc.Arbitrary<JsonObject> {
  const keys = Object.keys(body)
  const changed = (key: string) => mostly(4, hostileJson, encodedFiles).map(value => ({ ...body, [key]: value }))
  const inside = (key: string): fc.Arbitrary<JsonObject> => {
    const part = body[key]
    if (typeof part !== 'object' || part === null) return changed(key)
    const below: JsonObject = Object.fromEntries(Object.entries(part))
    return withHostilePart(below).map(value => ({ ...body, [key]: Array.isArray(part) ? Object.values(value) : value }))
  }
  const others = some(['@type', 'id', 'title', '__proto__', 'data', 'blocks', 'query', 'layout', 'parent', 'image'])
  return fc.oneof(
    others.chain(changed),
    ...(keys.length > 0 ? [fc.constantFrom(...keys).chain(changed), fc.constantFrom(...keys).chain(inside)] : []),
  )
}

const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le')

/** Generates truncated or otherwise damaged JSON, and bytes that are not JSON. */
const spoilt = (text: string): fc.Arbitrary<Buffer> =>
  fc.oneof(
    fc.nat(text.length).map(length => Buffer.from(text.slice(0, length))),
    fc.nat(text.length).map(at => Buffer.from(`${text.slice(0, at)}\xff${text.slice(at)}`, 'latin1')),
    fc.constantFrom(utf16(text), Buffer.from(`\ufeff${text}`), Buffer.from(`${text}${text}`), Buffer.from(`[${text}]`)),
    fc.uint8Array({ maxLength: 60 }).map(bytes => Buffer.from(bytes)),
    hostileJson.map(value => Buffer.from(jsonOf(value))),
    fc.constantFrom('', 'null', '{', '{"a":', '"', '{} {}', "{'a':1}", 'a=b&c=d', '{"a":01}', '\0').map(Buffer.from),
    fc.constantFrom(1, 2).map(mebibytes => Buffer.from(`{"title":"${'a'.repeat(mebibytes * 1024 * 1024)}"}`)),
  )

const bytesOf = (body: JsonObject): Buffer => Buffer.from(jsonOf(body))

/** The extent to which a part of a request is wrong: not at all, in one detail, or as much as possible. */
export type Hostility = 'none' | 'some' | 'all'

export function arbitraryBody(
  grammar: Grammar,
  { route, place, hostility }: { route: GrammarRoute; place: Place; hostility: Hostility },
): fc.Arbitrary<Buffer> {
  const takesBody = route.method !== 'GET' && (route.method !== 'DELETE' || bodies[route.operation] !== undefined)
  if (!takesBody && hostility === 'none') return fc.constant(Buffer.alloc(0))
  const right = rightBody(grammar, route, place)
  if (hostility === 'none') return right.map(bytesOf)
  // A request with a hostile new password is sent without the old password, because the new password may be valid. In
  // that case, it would replace the password of the Manager, and all later requests would be refused.
  const isReset = route.operation === 'resetPassword'
  const withoutPassword = (body: JsonObject) =>
    isReset && body.new_password !== grammar.password ? { ...body, old_password: '' } : body
  if (hostility === 'some') return right.chain(withHostilePart).map(withoutPassword).map(bytesOf)
  return right.map(jsonOf).chain(spoilt)
}
