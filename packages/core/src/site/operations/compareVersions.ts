import type { DifferencesPayload, FieldDifference } from '../../answers/history.js'
import type { Field } from '../../content/fields/field.js'
import { withObject } from '../../content/node/lineage.js'
import type { ContentNode } from '../../content/node/node.js'
import { permission } from '../../security/stockPermissions.js'
import { differencesIn } from '../present/differences.js'
import { readableFields } from '../present/gatherForContent.js'
import { findVersion } from '../present/presentVersion.js'
import { demand } from '../run/demand.js'
import type { Operation } from '../run/operation.js'
import { urlOfVisit, type Visit } from '../run/visit.js'

/** Version numbers; `current` is the current object. */
export interface ComparedVersions {
  readonly one: string
  readonly two: string
}

/** `GET {path}/@history/{one}/@diff/{two}` (docs/workflow-and-history.md, Differences). */
export const compareVersions: Operation<ComparedVersions, DifferencesPayload> = {
  permission: permission.view,
  dependsOn: async (_visit, { one, two }) => ({ parts: [one, two] }),
  async run(visit, { one, two }) {
    demand(visit, permission.accessVersions)
    const [before, after] = [await nodeOf(visit, one), await nodeOf(visit, two)]
    const fields: FieldDifference[] = []
    for (const field of comparedFields(visit, after)) {
      if (visit.work.isOver()) await visit.work.next()
      const pieces = differencesIn(field, before.fields, after.fields)
      if (pieces) fields.push({ name: field.name, title: visit.translate(field.title), pieces })
    }
    const url = `${urlOfVisit(visit)}/@history/${encodeURIComponent(one)}/@diff/${encodeURIComponent(two)}`
    return { answer: { '@id': url, one, two, fields } }
  },
}

async function nodeOf(visit: Visit, version: string): Promise<ContentNode> {
  return version === 'current' ? visit.node : (await findVersion(visit, version)).node
}

function comparedFields(visit: Visit, { behaviors = [] }: ContentNode): readonly Field[] {
  const lineage = withObject(visit.lineage, { ...visit.node, behaviors })
  return readableFields(visit, lineage).filter(({ hidden }) => !hidden)
}
