import { catalogEntry } from '../content/catalogEntry.js'
import type { ContentNode } from '../content/node.js'
import { rootPath } from '../foundation/paths.js'
import { userPrincipal } from '../security/caller.js'
import type { Environment } from './environment.js'

/** Makes the site root where there is none yet (decisions, section 0: Empty site). */
export async function initializeSite(
  environment: Environment,
  { title, creator }: { title: string; creator: string },
): Promise<boolean> {
  const exists = await environment.store.read(async reader => (await reader.open(rootPath)).found)
  if (exists) return false
  const now = environment.now()
  const node: ContentNode = {
    uid: environment.newUid(),
    path: rootPath,
    type: 'Plone Site',
    revision: 1,
    created: now,
    modified: now,
    creator,
    fields: { title, creators: [creator] },
    layout: null,
    states: {},
    permissions: {},
    localRoles: { [userPrincipal(creator)]: ['Owner'] },
    blockLocalRoles: false,
  }
  const commit = await environment.store.commit({
    creates: [{ node, entry: catalogEntry([node], environment), records: [] }],
  })
  // Another process that starts on the same data may have been first.
  return commit.ok
}
