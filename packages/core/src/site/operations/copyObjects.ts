import type { RelocatedObject } from '../../answers/references.js'
import { filesIn } from '../../content/node/filesIn.js'
import { objectOf } from '../../content/node/lineage.js'
import type { NodeCreation } from '../../content/store/change.js'
import type { JsonObject } from '../../foundation/json.js'
import { idOfPath, joinPath, urlOf } from '../../foundation/paths.js'
import { permission } from '../../security/stockPermissions.js'
import { judgeArrivals } from '../copy/arrivals.js'
import { copiedIds } from '../copy/copiedIds.js'
import { copySubtree } from '../copy/copySubtree.js'
import { requireAddPermission } from '../copy/requireAddPermission.js'
import { openSources } from '../copy/sources.js'
import type { Operation } from '../run/operation.js'

/** `POST {container}/@copy`, `{source}` (docs/content-and-access.md, Copy and move). */
export const copyObjects: Operation<JsonObject, readonly RelocatedObject[]> = {
  permission: permission.view,
  exists: ({ type }) => type.contains !== null,
  guard: requireAddPermission,
  async run(context, body) {
    const { node, base, now } = context
    const sources = await openSources(context, body)
    const paths = sources.map(source => objectOf(source).path)
    const ids = await copiedIds(context, paths.map(idOfPath))
    const targets = ids.map(id => joinPath(node.path, id))
    const arrivals = await judgeArrivals(context)
    const creates: NodeCreation[] = []
    for (const [i, source] of sources.entries())
      await copySubtree(context, { source, to: targets[i] ?? '', arrivals, creates })
    const answer = paths.map((path, i) => ({ source: urlOf(base, path), target: urlOf(base, targets[i] ?? '') }))
    if (creates.length === 0) return { answer }
    // A concurrent deletion of an original also deletes its file contents.
    const expectedFiles = creates.flatMap(creation => [...filesIn(creation.node.fields).keys()])
    const touches = [{ path: node.path, modified: now }]
    return { answer, change: { creates, updates: arrivals.claims(), touches, expectedFiles } }
  },
}
