import { catalogEntry } from '../../content/catalog/catalogEntry.js'
import type { ContentNode } from '../../content/node/node.js'
import { DomainError } from '../../foundation/domainError.js'
import { message } from '../../foundation/messages.js'
import { parentPath, rootPath } from '../../foundation/paths.js'
import type { Work } from '../../foundation/turns.js'
import type { KeptObject, Part } from '../../portable/parts.js'
import type { FillingObject, FillingPart } from '../../portable/wholeStore.js'
import { latestCatalog } from '../admin/refreshCatalog.js'
import type { Environment } from '../run/environment.js'
import { newSecret, secretField } from '../run/siteSecret.js'
import { lineagesByPath } from './lineages.js'
import { wholeOf } from './wholeOf.js'

/**
 * Writes a copy of a site into an empty store, all or nothing, even if `parts` throws. Restores everything including
 * revisions, times and orders; catalog entries are recomputed, and the site gets a new secret. Throws a DomainError:
 * `conflict` if there is a site, `bad-request` for inconsistent parts.
 */
export async function restoreSite(environment: Environment, parts: AsyncIterable<Part>): Promise<void> {
  const work = environment.turns.begin()
  work.hurry()
  try {
    await wholeOf(environment).fill(filling(environment, parts, work), work)
  } finally {
    work.end()
  }
}

async function* filling(environment: Environment, parts: AsyncIterable<Part>, work: Work): AsyncGenerator<FillingPart> {
  const indexed = indexer(environment, work)
  for await (const part of parts) {
    if (work.isOver()) await work.next()
    yield part.kind === 'object' ? { kind: 'object', part: await indexed(part.part) } : part
  }
}

/** The model depends on the site root, which is the first object. */
function indexer(environment: Environment, work: Work): (kept: KeptObject) => Promise<FillingObject> {
  const lineageOf = lineagesByPath()
  let at = environment
  return async kept => {
    const node = kept.node.path === rootPath ? withSecret(environment, kept.node) : kept.node
    const lineage = lineageOf(node)
    if (node.path === rootPath) at = environment.at(node)
    refuseStray(at, node, lineage.at(-2))
    return { ...kept, node, entry: await catalogEntry(lineage, at, work) }
  }
}

function withSecret(environment: Environment, root: ContentNode): ContentNode {
  return { ...root, fields: { ...root.fields, ...latestCatalog, [secretField]: newSecret(environment) } }
}

function refuseStray({ registry }: Environment, { path, type }: ContentNode, container: ContentNode | undefined): void {
  if (path !== rootPath && container?.path !== parentPath(path))
    throw new DomainError('bad-request', message('restore.incomplete', { kind: 'object', name: parentPath(path) }))
  if (!registry.types.has(type)) throw new DomainError('bad-request', message('restore.type', { type }))
}
