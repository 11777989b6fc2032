import type { Field } from '../content/fields/field.js'
import type { FieldValues } from '../content/node/node.js'

const maxPersonId = 2_147_483_647

/** The lowest generated id. Ids in files from other programs are usually much lower, so that conflicts are rare. */
const firstGeneratedId = 1_000_000_000

/**
 * The field for the integer id of a presenter in files for schedule apps. The id is unique in the site
 * (docs/schedule.md, Files for schedule apps).
 */
export const personIdField: Field = {
  kind: 'integer',
  name: 'person_id',
  title: 'Id in files for schedule apps',
  min: 1,
  max: maxPersonId,
  hidden: true,
}

/** The index of `personIdField`, in which clients cannot search. */
export const personIdIndex = 'person_id'

const isPersonId = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= maxPersonId

export const storedPersonId = ({ person_id: id }: FieldValues): number | null => (isPersonId(id) ? id : null)

/** Returns the id that the presenter had in the imported file, or null if it is not a valid integer id. */
export function importedPersonId({ import_key: key }: FieldValues): number | null {
  const id = typeof key === 'string' && /^[1-9]\d{0,9}$/.test(key) ? Number(key) : null
  return isPersonId(id) ? id : null
}

/**
 * Generates an id from the UID, so that two concurrent writers rarely choose the same id. `attempt` is the number of
 * generated ids that were already taken.
 */
export function generatedPersonId(uid: string, attempt = 0): number {
  const words = uid.match(/.{8}/g) ?? []
  const mixed = words.reduce((before, word) => before ^ Number.parseInt(word, 16), 0) >>> 0
  return firstGeneratedId + ((mixed + attempt) % (maxPersonId - firstGeneratedId + 1))
}
