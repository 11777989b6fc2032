import type { Condition } from '../../content/store/catalogQuery.js'
import { formatInstant } from '../../foundation/instants.js'
import type { JsonValue } from '../../foundation/json.js'
import { urlOf } from '../../foundation/paths.js'
import { anonymous } from '../../security/caller.js'
import { permission } from '../../security/stockPermissions.js'
import type { Operation } from '../run/operation.js'
import { isSiteRoot, principalsOf, type Visit } from '../run/visit.js'

export interface SiteMapInput {
  readonly start: number
  readonly size: number
}

/** Pages of the site with their modification times, `2027-05-01T09:00:00+00:00`. */
export interface SiteMap {
  readonly total: number
  readonly pages: readonly { readonly url: string; readonly modified: string }[]
}

/** The pages that anonymous may see, sorted by path, for robots (docs/http-answers.md, For robots). */
export const getSiteMap: Operation<SiteMapInput, SiteMap> = {
  permission: permission.view,
  exists: isSiteRoot,
  ownTurn: true,
  async run(visit, { start, size }) {
    const sort = [{ by: 'path', descending: false }]
    const query = { principals: principalsOf({ caller: anonymous }), where: conditionsOf(visit), sort, start, size }
    visit.work.expectLong()
    const { total, stretches } = await visit.reader.scan(query, visit.work)
    const pages: SiteMap['pages'][number][] = []
    for await (const entries of stretches)
      for (const { path, columns } of entries) {
        if (visit.work.isOver()) await visit.work.next()
        pages.push({ url: urlOf(visit.base, path), modified: dateOf(columns.modified) })
      }
    return { answer: { total, pages } }
  },
}

const conditionsOf = ({ now }: Visit): readonly Condition[] => [{ kind: 'active', at: now }]

const dateOf = (value: JsonValue | undefined): string => formatInstant(typeof value === 'number' ? value : 0)
