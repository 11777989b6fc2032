import type { JsonValue } from '../../foundation/json.js'
import type { Field } from './field.js'
import { mapAddresses } from './mapAddresses.js'

/** The maximum number of distinct targets of one field. */
const maxTargets = 1000

/**
 * The UIDs in links of the form `resolveuid/{UID}`, with any prefix and suffix; at most 1,000
 * (docs/content-and-access.md, References, rule 6).
 */
export function linkedUids(field: Field, value: JsonValue): readonly string[] {
  const uids = new Set<string>()
  mapAddresses(field, value, address => {
    const uid = linkedUid(address)
    if (uid !== undefined && uids.size < maxTargets) uids.add(uid)
    return address
  })
  return [...uids]
}

/** The value with the addresses of the linked objects; links to a UID without an address stay unchanged. */
export function withAddresses(
  field: Field,
  value: JsonValue,
  addressOf: (uid: string) => string | undefined,
): JsonValue {
  return mapAddresses(field, value, address => resolvedAddress(address, addressOf))
}

/** The UID that an address names; undefined for all other addresses. */
export const linkedUid = (address: string): string | undefined => partsOf(address)?.uid

/** Like `withAddresses`, for one address. */
export function resolvedAddress(address: string, addressOf: (uid: string) => string | undefined): string {
  const parts = partsOf(address)
  const target = parts && addressOf(parts.uid)
  return target === undefined ? address : target + parts?.suffix
}

interface UidLink {
  readonly uid: string
  /** The rest of the address after the UID: an anchor, a query or a service. */
  readonly suffix: string
}

function partsOf(address: string): UidLink | undefined {
  if (!/resolveuid\//i.test(address)) return undefined
  const [, uid, suffix = ''] = /^(?:[^?#]*\/)?resolve[uU]id\/([0-9a-f]{32})((?:[/?#].*)?)$/s.exec(address) ?? []
  return uid === undefined ? undefined : { uid, suffix }
}
