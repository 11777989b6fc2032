import type { Field } from '../content/fields/field.js'
import type { FieldValues } from '../content/node/node.js'

const maxPersonId = 2_147_483_647

/** Ids that the site generates begin here, because ids in files of other programs are usually much smaller. */
const firstGeneratedId = 1_000_000_000

/**
 * The id of a presenter in files for schedule apps, which expect an integer. It is unique in the site (docs/schedule.md,
 * Files for schedule apps).
 */
export const personIdField: Field = {
  kind: 'integer',
  name: 'person_id',
  title: 'Id in files for schedule apps',
  min: 1,
  max: maxPersonId,
  hidden: true,
}

/** The index of `personIdField`. Clients cannot search by it. */
export const personIdIndex = 'person_id'

const isPersonId = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= maxPersonId

/** The stored id of a presenter; null if it has none. */
export const storedPersonId = ({ person_id: id }: FieldValues): number | null => (isPersonId(id) ? id : null)

/** The id of a presenter in the file from which it was imported; null if that id is not a possible integer id. */
export function importedPersonId({ import_key: key }: FieldValues): number | null {
  const id = typeof key === 'string' && /^[1-9]\d{0,9}$/.test(key) ? Number(key) : null
  return isPersonId(id) ? id : null
}

/**
 * The id that the site generates for a presenter. It is derived from the UID, so that two writers hardly ever choose the
 * same id at the same time. `attempt` is the number of earlier ids that were taken.
 */
export function generatedPersonId(uid: string, attempt = 0): number {
  const words = uid.match(/.{8}/g) ?? []
  const mixed = words.reduce((before, word) => before ^ Number.parseInt(word, 16), 0) >>> 0
  return firstGeneratedId + ((mixed + attempt) % (maxPersonId - firstGeneratedId + 1))
}
