import { catalogEntry, catalogFacts } from '../content/catalogEntry.js'
import type { ContentNode, FieldValues } from '../content/node.js'
import { rootPath } from '../foundation/paths.js'
import { userPrincipal } from '../security/caller.js'
import type { Environment } from './environment.js'
import { secretField } from './siteSecret.js'
import { untilCommitted } from './untilCommitted.js'

/** Makes the site root where there is none yet (decisions, section 0: Empty site), and what a root of old lacks. */
export function initializeSite(
  environment: Environment,
  origin: { readonly title: string; readonly creator: string },
): Promise<boolean> {
  return untilCommitted(environment, async (reader, work) => {
    const [root] = (await reader.open(rootPath)).lineage
    if (root?.fields[secretField] !== undefined) return { answer: false }
    const secret = { [secretField]: hex(environment.randomBytes(32)) }
    if (root) {
      const node = { ...root, fields: { ...root.fields, ...secret } }
      return { answer: false, change: { updates: [{ node, entry: catalogFacts([node], environment.at(node)) }] } }
    }
    const node = newRoot(environment, origin, secret)
    const entry = await catalogEntry([node], environment, work)
    return { answer: true, change: { creates: [{ node, entry, records: [] }] } }
  })
}

function newRoot(
  { now, newUid }: Environment,
  { title, creator }: { readonly title: string; readonly creator: string },
  secret: FieldValues,
): ContentNode {
  const time = now()
  return {
    uid: newUid(),
    path: rootPath,
    type: 'Plone Site',
    revision: 1,
    created: time,
    modified: time,
    creator,
    fields: { title, creators: [creator], ...secret },
    layout: null,
    states: {},
    permissions: {},
    localRoles: { [userPrincipal(creator)]: ['Owner'] },
    blockLocalRoles: false,
  }
}

const hex = (bytes: Uint8Array): string => [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')
