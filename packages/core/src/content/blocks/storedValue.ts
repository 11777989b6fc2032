import type { JsonObject, JsonValue } from '../../foundation/json.js'
import type { Field } from '../fields/field.js'
import { derivedKeys } from './liveValue.js'
import { mapAddresses } from './mapAddresses.js'
import { isTeaser, linkedUidIn, teaserAddress, teaserTarget } from './uidLinks.js'

/**
 * A written value in the form that is stored: addresses of objects as links by UID, without anything that `liveValue`
 * adds from their targets (docs/content-and-access.md, Blocks and values).
 */
export function storedValue(field: Field, value: JsonValue, linkOf: (address: string) => string): JsonValue {
  return mapAddresses(field, value, {
    address: linkOf,
    object: mapped => (isTeaser(mapped) ? storedTeaser(mapped) : withoutScales(mapped)),
  })
}

function withoutScales(object: JsonObject): JsonObject {
  if (!('image_scales' in object) || linkedUidIn(object) === undefined) return object
  const { image_scales: _, ...rest } = object
  return rest
}

function storedTeaser(teaser: JsonObject): JsonObject {
  if (teaserTarget(teaser) === undefined) return teaser
  const own = Object.entries(teaser).filter(([key]) => teaser.overwrite !== false || !isDerived(key))
  return { ...Object.fromEntries(own), href: [{ '@id': teaserAddress(teaser) }] }
}

const isDerived = (key: string): boolean => (derivedKeys as readonly string[]).includes(key)
