import type { Condition, Principals, SearchHit } from '../../content/store/catalog.js'
import { decodePath, trimPath } from '../../foundation/paths.js'
import type { RequestContext } from './requestContext.js'

/** The path prefix of JSON requests. It is not part of the path of an object (docs/http-answers.md, Addresses). */
const apiSegment = '/++api++'

export function referencedPath(reference: string, base: string): string | undefined {
  const encoded = reference.startsWith(`${base}/`) ? withoutApi(reference.slice(base.length)) : undefined
  const path = encoded === undefined ? reference : decodePath(encoded)
  return path?.startsWith('/') ? trimPath(path) : undefined
}

/**
 * Finds the objects to which references refer. UIDs and paths are searched separately, because a query uses an index
 * only for a single condition. A combined search would examine all objects of the site.
 */
export async function findReferenced(
  { reader }: Pick<RequestContext, 'reader'>,
  principals: Principals,
  pathsByReference: ReadonlyMap<string, string | undefined>,
): Promise<ReadonlyMap<string, SearchHit>> {
  const uids = [...pathsByReference.keys()].filter(reference => !reference.startsWith('/'))
  const paths = [...pathsByReference.values()].filter(path => path !== undefined)
  const conditions: readonly Condition[] = [
    ...(uids.length > 0 ? [{ kind: 'any', index: 'UID', values: uids } as const] : []),
    ...(paths.length > 0 ? [{ kind: 'at', paths } as const] : []),
  ]
  const items: SearchHit[] = []
  for (const condition of conditions) items.push(...(await reader.search({ principals, where: [condition] })).items)
  const byName = new Map(items.flatMap(item => [[item.uid, item] as const, [item.path, item] as const]))
  return new Map(
    [...pathsByReference].flatMap(([reference, path]) => {
      const target = byName.get(reference) ?? byName.get(path ?? '')
      return target ? [[reference, target]] : []
    }),
  )
}

const withoutApi = (path: string): string =>
  path === apiSegment || path.startsWith(`${apiSegment}/`) ? path.slice(apiSegment.length) || '/' : path
