import type { Condition } from '../../content/store/catalogQuery.js'
import { formatInstant } from '../../foundation/instants.js'
import type { JsonValue } from '../../foundation/json.js'
import { urlOf } from '../../foundation/paths.js'
import { anonymous } from '../../security/caller.js'
import { permission } from '../../security/stockPermissions.js'
import type { Operation } from '../run/operation.js'
import { isSiteRoot, principalsOf, type RequestContext } from '../run/requestContext.js'

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
  exclusiveSlice: true,
  async run(context, { start, size }) {
    const sort = [{ by: 'path', descending: false }]
    const query = { principals: principalsOf({ caller: anonymous }), where: conditionsOf(context), sort, start, size }
    context.task.expectLong()
    const { total, chunks } = await context.reader.scan(query, context.task)
    const pages: SiteMap['pages'][number][] = []
    for await (const entries of chunks)
      for (const { path, columns } of entries) {
        if (context.task.isOver()) await context.task.next()
        pages.push({ url: urlOf(context.base, path), modified: dateOf(columns.modified) })
      }
    return { answer: { total, pages } }
  },
}

const conditionsOf = ({ now }: RequestContext): readonly Condition[] => [{ kind: 'active', at: now }]

const dateOf = (value: JsonValue | undefined): string => formatInstant(typeof value === 'number' ? value : 0)
