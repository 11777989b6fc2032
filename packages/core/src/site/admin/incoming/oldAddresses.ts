import { isExternalTarget } from '../../../content/store/aliases.js'
import type { ContentReader } from '../../../content/store/contentReader.js'
import { rootPath } from '../../../foundation/paths.js'
import type { TimeSlice } from '../../../foundation/scheduler.js'
import type { StoredAlias } from '../../../portable/wholeStore.js'
import { isWebAddress } from '../../write/aliases/aliasItems.js'
import { findingAt, type IncomingAddress, type IncomingFinding } from './incomingSite.js'
import type { PlannedObject } from './plannedObject.js'

/**
 * Returns the redirects to store. Omits redirects that already exist or whose path is in use, and redirects without an
 * existing target unless `isDead` is set.
 */
export async function oldAddressesOf(
  addresses: readonly IncomingAddress[],
  { order, reader, task }: { order: readonly PlannedObject[]; reader: ContentReader; task: TimeSlice },
): Promise<{ readonly oldAddresses: readonly StoredAlias[]; readonly findings: readonly IncomingFinding[] }> {
  // The site root is omitted because its UID on this site does not change.
  const uidAt = new Map(order.flatMap(({ path, uid }) => (path === rootPath ? [] : [[path, uid] as const])))
  const oldAddresses: StoredAlias[] = []
  const findings: IncomingFinding[] = []
  for (const { path, target, isDead, created = null, manual = false } of addresses) {
    if (task.isOver()) await task.next()
    const uid = isExternalTarget(target) ? undefined : (uidAt.get(target) ?? (await uidOf(reader, target)))
    const noteOmission = (kind: 'address-in-use' | 'address-lost'): void =>
      void findings.push(findingAt({ uid: null, path }, { kind, weight: 'note', key: null, detail: target }))
    const isExternal = isExternalTarget(target) && isWebAddress(target)
    if (uid === undefined && !isExternal) noteOmission('address-lost')
    if (uid === undefined && (!isDead || isExternalTarget(target) !== isExternal)) continue
    if (uidAt.has(path) || (await uidOf(reader, path)) !== undefined) noteOmission('address-in-use')
    else if (!(await isStored(reader, path, target)))
      oldAddresses.push({ path, target: uid === undefined ? { url: target } : { uid }, created, manual })
  }
  return { oldAddresses, findings }
}

async function uidOf(reader: ContentReader, path: string): Promise<string | undefined> {
  const { lineage, exists } = await reader.open(path)
  return exists ? lineage.at(-1)?.uid : undefined
}

async function isStored(reader: ContentReader, path: string, target: string): Promise<boolean> {
  const { items } = await reader.aliases({ paths: [path], size: 1 })
  return items[0]?.target === target
}
