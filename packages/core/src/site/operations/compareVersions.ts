import type { DifferencesPayload, FieldDifference } from '../../answers/history.js'
import type { Field } from '../../content/fields/field.js'
import { withObject } from '../../content/node/lineage.js'
import type { ContentNode } from '../../content/node/node.js'
import { permission } from '../../security/stockPermissions.js'
import { differencesIn } from '../present/differences.js'
import { readableFields } from '../present/gatherForContent.js'
import { findVersion } from '../present/presentVersion.js'
import type { Operation } from '../run/operation.js'
import { type RequestContext, urlOfContext } from '../run/requestContext.js'
import { requirePermission } from '../run/requirePermission.js'

/** Version numbers; `current` is the current object. */
export interface ComparedVersions {
  readonly one: string
  readonly two: string
}

/** `GET {path}/@history/{one}/@diff/{two}` (docs/workflow-and-history.md, Differences). */
export const compareVersions: Operation<ComparedVersions, DifferencesPayload> = {
  permission: permission.view,
  dependsOn: async (_context, { one, two }) => ({ parts: [one, two] }),
  async run(context, { one, two }) {
    requirePermission(context, permission.accessVersions)
    const [before, after] = [await nodeOf(context, one), await nodeOf(context, two)]
    const fields: FieldDifference[] = []
    for (const field of comparedFields(context, after)) {
      if (context.task.isOver()) await context.task.next()
      const pieces = differencesIn(field, before.fields, after.fields)
      if (pieces) fields.push({ name: field.name, title: context.translate(field.title), pieces })
    }
    const url = `${urlOfContext(context)}/@history/${encodeURIComponent(one)}/@diff/${encodeURIComponent(two)}`
    return { answer: { '@id': url, one, two, fields } }
  },
}

async function nodeOf(context: RequestContext, version: string): Promise<ContentNode> {
  return version === 'current' ? context.node : (await findVersion(context, version)).node
}

function comparedFields(context: RequestContext, { behaviors = [] }: ContentNode): readonly Field[] {
  const lineage = withObject(context.lineage, { ...context.node, behaviors })
  return readableFields(context, lineage).filter(({ hidden }) => !hidden)
}
