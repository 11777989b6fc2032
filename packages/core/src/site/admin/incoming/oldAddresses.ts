import { isForeignTarget } from '../../../content/store/aliases.js'
import type { ContentReader } from '../../../content/store/contentStore.js'
import { rootPath } from '../../../foundation/paths.js'
import type { Turn } from '../../../foundation/turns.js'
import type { KeptAlias } from '../../../portable/parts.js'
import { isWebAddress } from '../../write/aliases/aliasPaths.js'
import { findingAt, type IncomingFinding } from './incomingFinding.js'
import type { Coming } from './incomingPlan.js'
import type { IncomingAddress } from './incomingSite.js'

interface Places {
  readonly order: readonly Coming[]
  readonly reader: ContentReader
  readonly work: Turn
}

interface AddressesRead {
  readonly oldAddresses: readonly KeptAlias[]
  readonly findings: readonly IncomingFinding[]
}

/** Old addresses that the site lacks. Those in use or without a target are left out. */
export async function oldAddressesOf(
  addresses: readonly IncomingAddress[],
  { order, reader, work }: Places,
): Promise<AddressesRead> {
  // The imported site root has the UID of the existing one.
  const uidAt = new Map(order.flatMap(({ path, uid }) => (path === rootPath ? [] : [[path, uid] as const])))
  const oldAddresses: KeptAlias[] = []
  const findings: IncomingFinding[] = []
  for (const { path, target, isDead, created = null, manual = false } of addresses) {
    if (work.isOver()) await work.next()
    const uid = isForeignTarget(target) ? undefined : (uidAt.get(target) ?? (await uidOf(reader, target)))
    const leftOut = (kind: 'address-in-use' | 'address-lost'): void =>
      void findings.push(findingAt({ uid: null, path }, { kind, weight: 'note', key: null, detail: target }))
    const isElsewhere = isForeignTarget(target) && isWebAddress(target)
    if (uid === undefined && !isElsewhere) leftOut('address-lost')
    if (uid === undefined && (!isDead || isForeignTarget(target) !== isElsewhere)) continue
    if (uidAt.has(path) || (await uidOf(reader, path)) !== undefined) leftOut('address-in-use')
    else if (!(await isKept(reader, path, target)))
      oldAddresses.push({ path, target: uid === undefined ? { url: target } : { uid }, created, manual })
  }
  return { oldAddresses, findings }
}

async function uidOf(reader: ContentReader, path: string): Promise<string | undefined> {
  const { lineage, found } = await reader.open(path)
  return found ? lineage.at(-1)?.uid : undefined
}

async function isKept(reader: ContentReader, path: string, target: string): Promise<boolean> {
  const { items } = await reader.aliases({ paths: [path], size: 1 })
  return items[0]?.target === target
}
