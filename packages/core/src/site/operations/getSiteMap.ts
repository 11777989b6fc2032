import { formatInstant } from '../../foundation/instants.js'
import type { JsonValue } from '../../foundation/json.js'
import { urlOf } from '../../foundation/paths.js'
import { eachOf } from '../../foundation/scheduler.js'
import { anonymous } from '../../security/caller.js'
import { permission } from '../../security/stockPermissions.js'
import type { Operation } from '../run/operation.js'
import { isSiteRoot, principalsOf } from '../run/requestContext.js'

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
    const query = {
      principals: principalsOf({ caller: anonymous }),
      where: [{ kind: 'active', at: context.now } as const],
      sort,
      start,
      size,
    }
    context.task.expectLong()
    const { total, chunks } = await context.reader.scan(query, context.task)
    const pages: SiteMap['pages'][number][] = []
    for await (const { path, columns } of eachOf(chunks, context.task)) {
      pages.push({ url: urlOf(context.base, path), modified: dateOf(columns.modified) })
    }
    return { answer: { total, pages } }
  },
}

const dateOf = (value: JsonValue | undefined): string => formatInstant(typeof value === 'number' ? value : 0)
