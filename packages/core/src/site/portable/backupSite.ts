import type { ContentNode } from '../../content/node/node.js'
import { rootPath } from '../../foundation/paths.js'
import type { TimeSlice } from '../../foundation/scheduler.js'
import type { User } from '../../people/userDirectory.js'
import { allParts, type Part, type PartCounts, partKinds } from '../../portable/wholeStore.js'
import { tokenKeysField } from '../people/tokenKeys.js'
import type { Platform } from '../run/environment.js'
import { secretField } from '../run/siteSecret.js'
import { wholeOf } from './wholeOf.js'

/** All stored data of a site in one snapshot, without secrets of the service. */
export interface SiteCopy {
  readonly counts: PartCounts
  readonly parts: AsyncIterable<Part>
}

/** Calls `task` with a copy, whose parts can be read once and only while it runs. Others can write concurrently. */
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
 * A part in the form of a copy of the site: without the secrets that verify tokens of the service, also in versions of
 * the site root (docs/backup-format.md, Contents).
 */
export function withoutSecrets(part: Part): Part {
  switch (part.kind) {
    case 'object':
      return { kind: 'object', part: { ...part.part, node: withoutKeys(part.part.node) } }
    case 'version': {
      const { uid, version } = part.part
      return { kind: 'version', part: { uid, version: { ...version, node: withoutKeys(version.node) } } }
    }
    case 'user':
      return { kind: 'user', part: { ...part.part, user: withoutReset(part.part.user) } }
    default:
      return part
  }
}

function withoutKeys(node: ContentNode): ContentNode {
  if (node.path !== rootPath) return node
  const { [secretField]: _secret, [tokenKeysField]: _keys, ...fields } = node.fields
  return { ...node, fields }
}

/** The digest of a reset token is useless without the secret, which the copy lacks. */
function withoutReset({ reset: _reset, ...user }: User): User {
  return user
}
