import type { RelationTarget } from '../../answers/formControls.js'
import { readSearch, type SearchParameters } from '../../content/query/searchParameters.js'
import type { SearchHit } from '../../content/store/catalog.js'
import { rootPath, urlOf } from '../../foundation/paths.js'
import type { FormBody } from '../page/form/enterControl.js'
import { findReferenced, referencedPath } from '../run/referencedPath.js'
import { principalsOf, type RequestContext } from '../run/requestContext.js'

const maxResults = 20

/**
 * Searches the site for possible targets of a relation. The targets are in the order of search results or, if the query
 * is empty, sorted by title.
 */
export async function findTargets(
  context: RequestContext,
  query: string,
  types: readonly string[] | undefined,
): Promise<readonly RelationTarget[]> {
  const words = query.trim().slice(0, 200)
  const text: SearchParameters = words === '' ? {} : { SearchableText: `${words}*` }
  const { indexes } = context.environment.registry
  const search = readSearch(text, { path: rootPath, indexes, typesWithTitle: () => [] })
  if (!search.ok) return []
  const ofTypes = types ? [{ kind: 'any', index: 'portal_type', values: types } as const] : []
  const { items } = await context.reader.search(
    {
      principals: principalsOf(context),
      where: [...search.where, ...ofTypes],
      sort: words === '' ? [{ by: 'sortable_title', descending: false }] : search.sort,
      size: maxResults,
    },
    context.task,
  )
  return items.map(hit => targetOfHit(context, hit))
}

/** The maximum number of references in a form body that are looked up. */
const maxReferences = 1000

/** Finds the objects to which a form body refers, except objects that the caller may not view. */
export async function targetsIn(context: RequestContext, body: FormBody): Promise<ReadonlyMap<string, RelationTarget>> {
  const values = new Set([...body.values()].flat().filter(value => /^(?:[0-9a-f]{32}|\/.*|https?:.*)$/.test(value)))
  const references = [...values].slice(0, maxReferences)
  if (references.length === 0) return new Map()
  const paths = new Map(references.map(reference => [reference, referencedPath(reference, context.base)]))
  const hits = await findReferenced(context, principalsOf(context), paths)
  return new Map([...hits].map(([reference, hit]) => [reference, targetOfHit(context, hit)]))
}

const targetOfHit = ({ base }: RequestContext, { uid, path, type, columns }: SearchHit): RelationTarget => ({
  UID: uid,
  '@id': urlOf(base, path),
  '@type': type,
  title: typeof columns.title === 'string' ? columns.title : '',
})
