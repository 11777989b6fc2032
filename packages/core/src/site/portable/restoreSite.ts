import { catalogEntry } from '../../content/catalog/catalogEntry.js'
import type { ContentNode } from '../../content/node/node.js'
import { DomainError } from '../../foundation/domainError.js'
import { message } from '../../foundation/messages.js'
import { parentPath, rootPath } from '../../foundation/paths.js'
import type { Task } from '../../foundation/scheduler.js'
import type { FillingObject, FillingPart, Part, StoredObject } from '../../portable/wholeStore.js'
import { currentCatalogMark } from '../admin/refreshCatalog.js'
import type { Environment } from '../run/environment.js'
import { newSecret, secretField } from '../run/siteSecret.js'
import { lineagesByPath, wholeOf } from './wholeOf.js'

/**
 * Writes a copy of a site into an empty store, all or nothing, even if `parts` throws. Restores everything including
 * revisions, times and orders; catalog entries are recomputed, and the site gets a new secret. Throws a DomainError:
 * `conflict` if there is a site, `bad-request` for inconsistent parts.
 */
export async function restoreSite(environment: Environment, parts: AsyncIterable<Part>): Promise<void> {
  const task = environment.scheduler.begin()
  task.prioritize()
  try {
    await wholeOf(environment).fill(filling(environment, parts, task), task)
  } finally {
    task.end()
  }
}

async function* filling(environment: Environment, parts: AsyncIterable<Part>, task: Task): AsyncGenerator<FillingPart> {
  const indexed = indexer(environment, task)
  for await (const part of parts) {
    if (task.isOver()) await task.next()
    yield part.kind === 'object' ? { kind: 'object', part: await indexed(part.part) } : part
  }
}

/** The model depends on the site root, which is the first object. */
function indexer(environment: Environment, task: Task): (stored: StoredObject) => Promise<FillingObject> {
  const lineageOf = lineagesByPath()
  let at = environment
  return async stored => {
    const node = stored.node.path === rootPath ? withSecret(environment, stored.node) : stored.node
    const lineage = lineageOf(node)
    if (node.path === rootPath) at = environment.at(node)
    refuseStray(at, node, lineage.at(-2))
    return { ...stored, node, entry: await catalogEntry(lineage, at, task) }
  }
}

function withSecret(environment: Environment, root: ContentNode): ContentNode {
  return { ...root, fields: { ...root.fields, ...currentCatalogMark, [secretField]: newSecret(environment) } }
}

function refuseStray({ registry }: Environment, { path, type }: ContentNode, container: ContentNode | undefined): void {
  if (path !== rootPath && container?.path !== parentPath(path))
    throw new DomainError('bad-request', message('restore.incomplete', { kind: 'object', name: parentPath(path) }))
  if (!registry.types.has(type)) throw new DomainError('bad-request', message('restore.type', { type }))
}
