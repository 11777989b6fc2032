import { catalogEntry } from '../../content/catalog/catalogEntry.js'
import type { ContentNode } from '../../content/node/node.js'
import { wantsMails } from '../../event/presenterChanges.js'
import { badRequest } from '../../foundation/messages.js'
import { parentPath, rootPath } from '../../foundation/paths.js'
import { inTask, type Task, type TimeSlice } from '../../foundation/scheduler.js'
import type { User } from '../../people/userDirectory.js'
import {
  allParts,
  type FillingObject,
  type FillingPart,
  type Part,
  type PartCounts,
  partKinds,
  type StoredObject,
} from '../../portable/wholeStore.js'
import type { Webhook } from '../../webhooks/webhook.js'
import { rewriteRoot } from '../admin/rewriteEach.js'
import { renewStoredForm } from '../admin/storedForm.js'
import { withMailsPaused } from '../mails/mailPause.js'
import { tokenKeysField } from '../people/tokenKeys.js'
import { type Environment, newSecret, type Platform, secretField } from '../run/environment.js'
import { countScheduled, pausedRoot, resumedRoot } from '../transition/pauses.js'
import { lineagesByPath, wholeOf } from './wholeOf.js'

/** All stored data of a site in one snapshot, without the secrets of the service. */
export interface SiteCopy {
  readonly counts: PartCounts
  readonly parts: AsyncIterable<Part>
}

/**
 * Calls `task` with a snapshot of the site. The parts of the snapshot can be read only once, and only while `task`
 * runs. Other writers can commit concurrently.
 */
export function backupSite<T>(
  platform: Pick<Platform, 'whole' | 'scheduler'>,
  task: (copy: SiteCopy) => Promise<T>,
): Promise<T> {
  return wholeOf(platform).read(async whole => {
    const counts = await whole.counts()
    return task({ counts, parts: partsWithoutSecrets(allParts(whole, partKinds), platform.scheduler) })
  })
}

async function* partsWithoutSecrets(parts: AsyncIterable<Part>, slice: TimeSlice): AsyncGenerator<Part> {
  for await (const part of parts) {
    if (slice.isOver()) await slice.next()
    yield withoutSecrets(part)
  }
}

/**
 * Removes the secrets from a part of a backup: the keys that verify tokens, the digests of reset tokens, and the
 * secrets of webhooks (docs/backup-format.md, Contents).
 */
function withoutSecrets(part: Part): Part {
  switch (part.kind) {
    case 'object':
      return { kind: 'object', part: { ...part.part, node: withoutKeys(part.part.node) } }
    case 'version': {
      const { uid, version } = part.part
      return { kind: 'version', part: { uid, version: { ...version, node: withoutKeys(version.node) } } }
    }
    case 'user':
      return { kind: 'user', part: { ...part.part, user: withoutReset(part.part.user) } }
    case 'webhook':
      return { kind: 'webhook', part: pausedWebhook(part.part) }
    default:
      return part
  }
}

/**
 * Pauses the webhook and removes its secrets, because a restored site must not call the receivers of the original site.
 */
const pausedWebhook = (webhook: Webhook): Webhook => ({
  ...webhook,
  secrets: [],
  isPaused: true,
  position: null,
  failures: 0,
  retryAt: 0,
})

function withoutKeys(node: ContentNode): ContentNode {
  if (node.path !== rootPath) return node
  const { [secretField]: _secret, [tokenKeysField]: _keys, ...fields } = node.fields
  return { ...node, fields }
}

/**
 * Removes the digest of the reset token. The digest is useless without the site secret, which the backup does not
 * contain.
 */
const withoutReset = ({ reset: _reset, ...user }: User): User => user

/**
 * Restores a backup into an empty store in one transaction. Writes nothing if `parts` throws. Revisions, times and
 * orders are restored, catalog entries are recomputed, and the site gets a new secret. Content from earlier versions is
 * then converted to the current storage format. Scheduled transitions and emails are paused, because the original site
 * may still run. Throws a DomainError `conflict` if the store already contains a site, and a DomainError `bad-request`
 * if the parts are inconsistent.
 */
export async function restoreSite(environment: Environment, parts: AsyncIterable<Part>): Promise<void> {
  const pauses = { mails: false }
  await inTask(environment.scheduler, task => {
    task.prioritize()
    return wholeOf(environment).fill(filling(environment, parts, { task, pauses }), task)
  })
  await renewStoredForm(environment, [environment.publicUrl ?? ''])
  const hasScheduled = (await countScheduled(environment, 1)) > 0
  await rewriteRoot(environment, root => withMailsPaused(hasScheduled ? root : resumedRoot(root), pauses.mails))
}

interface Filling {
  readonly task: Task
  /** Whether the restored site must pause its emails. The value is final after all parts have been read. */
  readonly pauses: { mails: boolean }
}

async function* filling(
  environment: Environment,
  parts: AsyncIterable<Part>,
  { task, pauses }: Filling,
): AsyncGenerator<FillingPart> {
  const indexed = indexer(environment, task)
  for await (const part of parts) {
    if (task.isOver()) await task.next()
    pauses.mails ||= maySend(part)
    if (part.kind === 'object') yield { kind: 'object', part: await indexed(part.part) }
    else yield part.kind === 'webhook' ? { kind: 'webhook', part: pausedWebhook(part.part) } : part
  }
}

const maySend = (part: Part): boolean =>
  part.kind === 'mail' ? part.part.state === 'waiting' : part.kind === 'object' && wantsMails(part.part.node)

function indexer(environment: Environment, task: Task): (stored: StoredObject) => Promise<FillingObject> {
  const lineageOf = lineagesByPath()
  let at = environment
  return async stored => {
    const node = stored.node.path === rootPath ? pausedSite(environment, stored.node) : stored.node
    const lineage = lineageOf(node)
    if (node.path === rootPath) at = environment.at(node)
    refuseStray(at, node, lineage.at(-2))
    return { ...stored, node, entry: await catalogEntry(lineage, at, task) }
  }
}

const pausedSite = (environment: Environment, root: ContentNode): ContentNode =>
  withMailsPaused(pausedRoot(withSecret(environment, root)), true)

function withSecret(environment: Environment, root: ContentNode): ContentNode {
  return { ...root, fields: { ...root.fields, [secretField]: newSecret(environment) } }
}

function refuseStray({ registry }: Environment, { path, type }: ContentNode, container: ContentNode | undefined): void {
  if (path !== rootPath && container?.path !== parentPath(path))
    throw badRequest('restore.incomplete', { kind: 'object', name: parentPath(path) })
  if (!registry.types.has(type)) throw badRequest('restore.type', { type })
}
