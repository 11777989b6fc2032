import type { JsonObject } from '@plenum/core'
import fc from 'fast-check'
import { arbitraryBody, arbitraryTime } from './arbitraryBody.js'
import { arbitraryHistory, type History } from './arbitraryHistory.js'
import { typesOfPlone } from './objectsOfPlone.js'

const ids = ['a', 'b-c', 'über uns', 'a.b,c~d', '2025-08-01', "x (1)'s"] as const

export interface Version {
  readonly body: JsonObject
  readonly days: number
  readonly id: string
}

/** A generated object that has no path yet. Numbers refer to other objects, modulo the number of objects. */
export interface Seed {
  readonly type: string
  readonly id: string
  readonly container: number
  readonly body: JsonObject
  readonly history: History
  readonly created: string
  readonly modified: string
  readonly language: string
  readonly versions: readonly Version[]
  readonly note: string | null
  readonly hasFile: boolean
  readonly targets: readonly number[]
  readonly position: number
  readonly owner: string
  readonly roles: Readonly<Record<string, readonly string[]>>
  readonly isBlocked: boolean
  readonly page: number | undefined
  readonly grants: JsonObject
  readonly oldIds: readonly string[]
  readonly beside: JsonObject
}

const version = (type: string): fc.Arbitrary<Version> =>
  fc.record({ body: arbitraryBody(type), days: fc.nat(3), id: fc.constantFrom(...ids) })

const roles = fc.subarray(['Reader', 'Editor', 'Contributor', 'Reviewer'], { minLength: 1 })
const principal = fc.constantFrom('ada', 'bob', 'crew', 'inner', 'AuthenticatedUsers', 'Reviewers')

const beside: readonly JsonObject[] = [
  {},
  {},
  { allow_discussion: true },
  { layout: 'view_of_an_add_on' },
  { 'exportimport.constrains': { locally_allowed_types: ['Document'], immediately_addable_types: [] } },
]

export const seedOf = (type: string): fc.Arbitrary<Seed> =>
  fc.record({
    type: fc.constant(type),
    id: fc.constantFrom(...ids),
    container: fc.nat(12),
    body: arbitraryBody(type),
    history: arbitraryHistory(typesOfPlone[type]?.chain ?? []),
    created: arbitraryTime,
    modified: arbitraryTime,
    language: fc.constantFrom('##DEFAULT##', '##DEFAULT##', 'de', 'en', 'pt-br'),
    versions: fc.array(version(type), { maxLength: 3 }),
    note: fc.constantFrom(null, 'Third'),
    hasFile: fc.boolean(),
    targets: fc.uniqueArray(fc.nat(12), { maxLength: 3 }),
    position: fc.integer({ min: 0, max: 60 }),
    owner: fc.constantFrom('admin', 'ada', 'gone'),
    roles: fc.dictionary(principal, roles, { maxKeys: 3 }),
    isBlocked: fc.boolean(),
    page: fc.option(fc.nat(12), { nil: undefined, freq: 4 }),
    grants: fc.constantFrom<JsonObject>(
      {},
      {},
      { 'Add portal content': { acquire: false, roles: ['Manager', 'Editor'] } },
    ),
    oldIds: fc.subarray(['old', 'älter', 'x/y']),
    beside: fc.constantFrom<JsonObject>(...beside),
  })
