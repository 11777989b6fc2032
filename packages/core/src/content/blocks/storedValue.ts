import type { JsonObject, JsonValue } from '../../foundation/json.js'
import type { Field } from '../fields/field.js'
import { mapAddresses } from './mapAddresses.js'
import { isTeaser, linkedUidIn, teaserAddress, teaserTarget, withoutDerivedKeys } from './uidLinks.js'

/**
 * Converts a value from a client for storage: replaces the addresses of objects with links by UID, and removes the data
 * that `liveValue` adds (docs/content-and-access.md, Blocks and values).
 */
export const storedValue = (field: Field, value: JsonValue, linkOf: (address: string) => string): JsonValue =>
  mapAddresses(field, value, {
    address: linkOf,
    object: mapped => (isTeaser(mapped) ? storedTeaser(mapped) : withoutScales(mapped)),
  })

function withoutScales(object: JsonObject): JsonObject {
  if (!('image_scales' in object) || linkedUidIn(object) === undefined) return object
  const { image_scales: _, ...rest } = object
  return rest
}

function storedTeaser(teaser: JsonObject): JsonObject {
  if (teaserTarget(teaser) === undefined) return teaser
  return { ...withoutDerivedKeys(teaser), href: [{ '@id': teaserAddress(teaser) }] }
}
