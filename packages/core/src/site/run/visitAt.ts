import { isForeignTarget } from '../../content/store/aliases.js'
import type { Opened } from '../../content/store/contentStore.js'
import { DomainError } from '../../foundation/domainError.js'
import { message } from '../../foundation/messages.js'
import { type Work, withPlace } from '../../foundation/turns.js'
import { permission } from '../../security/stockPermissions.js'
import type { Environment } from './environment.js'
import { frameOf } from './frame.js'
import { languageSettingsOf } from './languageSettings.js'
import type { OperationRequest } from './operation.js'
import { notFound, unauthorized } from './refusals.js'
import { type Asking, beginVisit, mayAt, type Visit } from './visit.js'

export interface VisitToMake {
  readonly environment: Environment
  readonly request: Omit<OperationRequest<unknown>, 'input'>
  readonly work: Work
}

/** Opens an object and calls `use` with its context; both use the same snapshot. */
export function visitAt<T>(
  { environment, request, work }: VisitToMake,
  visiting: (visit: Visit) => Promise<T>,
): Promise<T> {
  const { path, caller, base, uploads } = request
  return withPlace(work, async () => {
    work.check()
    return environment.store.read(async reader => {
      work.check()
      const opened = await reader.open(path)
      environment.invalidations.notice(opened.invalidations)
      const [root] = opened.lineage
      const own = environment.at(root)
      const { language, translate } = request.wordIn?.(languageSettingsOf(root)) ?? request
      if (!opened.found) throw await missing(opened, { environment: own, reader, caller })
      const { stamp, lineage } = opened
      const again: Visit['again'] = anew => visitAt({ environment, request: asOfNow(request), work }, anew)
      const frame = frameOf({ environment: own, base, language, translate })
      return visiting(beginVisit({ frame, reader, work, caller, stamp, uploads, again }, lineage))
    }, request.state)
  })
}

/** The same request without the state of the site, which may have changed since. */
export function asOfNow<Request extends VisitToMake['request']>({
  state: _,
  ...request
}: Request): Omit<Request, 'state'> {
  return request
}

type Looking = Asking & Pick<Visit, 'reader'>

/**
 * The error for a path without an object. Callers who may view the new address of a renamed object get `moved`. Others
 * get the error that they would get at the new path, but not the path itself (docs/content-and-access.md, Old
 * addresses, rule 3).
 */
async function missing(opened: Opened, looking: Looking): Promise<DomainError> {
  const gone = opened.movedTo === null ? null : await destination(opened.movedTo, looking)
  if (gone === null) return notFound(undefined, opened.lineage, looking.environment)
  if (isForeignTarget(gone.path) || mayAt(looking, permission.view, gone.lineage))
    return new DomainError('moved', message('content.moved'), { movedTo: gone.path })
  if (gone.found) return unauthorized(opened.lineage, looking.environment)
  return notFound(undefined, opened.lineage, looking.environment)
}

type Destination = Pick<Opened, 'lineage' | 'found'> & { readonly path: string }

/**
 * The final target of an old address: the object, or one of its containers, may have moved again. Each step leaves a
 * shorter part of the path to follow an alias, so the recursion ends.
 */
async function destination(path: string, looking: Looking): Promise<Destination> {
  if (isForeignTarget(path)) return { path, lineage: [], found: false }
  const opened = await looking.reader.open(path)
  return opened.movedTo === null ? { ...opened, path } : destination(opened.movedTo, looking)
}
