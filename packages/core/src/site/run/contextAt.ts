import { hitsFor } from '../../content/catalog/workingColumns.js'
import { isExternalTarget } from '../../content/store/aliases.js'
import type { CatalogQuery, Principals, SearchHit } from '../../content/store/catalog.js'
import type { ContentReader, OpenResult } from '../../content/store/contentReader.js'
import { DomainError, message } from '../../foundation/messages.js'
import { type Task, type TimeSlice, withPermit } from '../../foundation/scheduler.js'
import { permission } from '../../security/permissions.js'
import type { Environment } from './environment.js'
import { languageSettingsOf } from './languageSettings.js'
import type { OperationRequest } from './operation.js'
import {
  createRequestContext,
  frameOf,
  hasPermissionAt,
  notFound,
  type RequestContext,
  type SiteCaller,
  unauthorized,
} from './requestContext.js'

interface ContextSource {
  readonly environment: Environment
  readonly request: Omit<OperationRequest<unknown>, 'input'>
  readonly task: Task
}

export function contextAt<T>(
  { environment, request, task }: ContextSource,
  use: (context: RequestContext) => Promise<T>,
): Promise<T> {
  const { path, caller, base, uploads, expand } = request
  return withPermit(task, async () => {
    task.check()
    return environment.store.read(async reader => {
      task.check()
      const opened = await reader.open(path)
      environment.invalidations.notice(opened.invalidations)
      const [root] = opened.lineage
      const siteEnvironment = environment.at(root)
      const { language, translate } = request.chooseTranslation?.(languageSettingsOf(root)) ?? request
      if (!opened.exists) throw await missing(opened, { environment: siteEnvironment, reader, caller })
      const { stamp, lineage } = opened
      const withNewSnapshot: RequestContext['withNewSnapshot'] = callback =>
        contextAt({ environment, request: withoutState(request), task }, callback)
      const frame = frameOf({ environment: siteEnvironment, base, language, translate })
      return use(
        createRequestContext(
          { frame, reader: workingReader(reader), task, caller, stamp, uploads, expand, withNewSnapshot },
          lineage,
        ),
      )
    }, request.state)
  })
}

const workingReader = (reader: ContentReader): ContentReader =>
  Object.assign(derivedFrom(reader), {
    search: async (query: CatalogQuery, slice?: TimeSlice) => {
      const { total, items } = await reader.search(query, slice)
      return { total, items: hitsFor(items, query.principals) }
    },
    scan: async (query: CatalogQuery, slice?: TimeSlice) => {
      const { total, chunks } = await reader.scan(query, slice)
      return { total, chunks: hitsInChunks(chunks, query.principals) }
    },
  })

/**
 * Returns an object with the methods of a reader. A plain object is copied, because the engine optimizes each new
 * prototype, which takes ten times as long as a copy.
 */
const derivedFrom = (reader: ContentReader): ContentReader =>
  Object.getPrototypeOf(reader) === Object.prototype ? { ...reader } : Object.create(reader)

async function* hitsInChunks(chunks: AsyncIterable<readonly SearchHit[]>, principals: Principals) {
  for await (const hits of chunks) yield hitsFor(hits, principals)
}

/** Returns the request without the `state` of the site, which may be outdated. */
export function withoutState<Request extends ContextSource['request']>({
  state: _,
  ...request
}: Request): Omit<Request, 'state'> {
  return request
}

type PathLookup = SiteCaller & Pick<RequestContext, 'reader'>

/**
 * Returns the error for a missing object. If an alias leads to an external URL or to an object that the caller may
 * view, the error is `moved`. Otherwise, the error does not disclose the new path (docs/content-and-access.md, Old URLs
 * and aliases, rule 3).
 */
async function missing(opened: OpenResult, lookup: PathLookup): Promise<DomainError> {
  const target = opened.movedTo === null ? null : await destination(opened.movedTo, lookup)
  if (target === null) return notFound(undefined, opened.lineage, lookup.environment)
  if (isExternalTarget(target.path) || hasPermissionAt(lookup, permission.view, target.lineage))
    return new DomainError('moved', message('content.moved'), { movedTo: target.path })
  if (target.exists) return unauthorized(opened.lineage, lookup.environment)
  return notFound(undefined, opened.lineage, lookup.environment)
}

type Destination = Pick<OpenResult, 'lineage' | 'exists'> & { readonly path: string }

/**
 * Returns the final target of an alias. The search is recursive, because the object or a container may have been moved
 * several times. It terminates, because each step shortens the part of the path to which an alias can apply.
 */
async function destination(path: string, lookup: PathLookup): Promise<Destination> {
  if (isExternalTarget(path)) return { path, lineage: [], exists: false }
  const opened = await lookup.reader.open(path)
  return opened.movedTo === null ? { ...opened, path } : destination(opened.movedTo, lookup)
}
