import { objectOf } from '../../content/node/lineage.js'
import type { JsonObject } from '../../foundation/json.js'
import { holderNames } from '../../security/permissions.js'
import type { Listing, ListingInput } from '../run/operation.js'
import { siteSecret } from '../run/siteSecret.js'
import type { Visit } from '../run/visit.js'

/** The parts of an answer on which its tag depends. */
export interface Shown {
  readonly lineage: Visit['lineage']
  readonly content: JsonObject
  readonly listing: Listing | null
  readonly input: Pick<ListingInput, 'metadata' | 'fullObjects' | 'expand'>
}

const digestLength = 22

/**
 * The ETag of an answer with content: the revision of the object, which a client sends back with a change, a dash, and
 * a digest of all data that the answer depends on (docs/http-answers.md, Revisions and tags). The payload is part of
 * the digest, because dates can change it without a new stamp.
 */
export function contentTag(visit: Visit, { lineage, content, listing, input }: Shown): string {
  const { environment, stamp, base, language, caller } = visit
  const names = [...new Set(holderNames(caller))].sort()
  const items = listing && [listing.total, ...listing.items.map(item => item['@id'] ?? null)]
  const { metadata, fullObjects, expand = [] } = input
  const text = JSON.stringify([stamp, base, language, names, metadata, fullObjects, expand, content, items])
  const digest = environment.hmac(siteSecret(lineage[0]), text)
  return `${objectOf(lineage).revision}-${digest.slice(0, digestLength)}`
}
