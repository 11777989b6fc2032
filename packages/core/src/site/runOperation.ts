import type { Opened } from '../content/contentStore.js'
import type { ContentNode } from '../content/node.js'
import { DomainError } from '../foundation/domainError.js'
import { message } from '../foundation/messages.js'
import { anonymous } from '../security/caller.js'
import { holdsPermission } from '../security/permissions.js'
import { permission } from '../security/stockPermissions.js'
import type { Environment } from './environment.js'
import type { Operation, OperationRequest, Outcome } from './operation.js'
import { beginVisit, may, type Visit } from './visit.js'

/** Writers who meet try again from the start; each time one of them gets through. */
const attempts = 20

/** Open, guard, decide, commit: each once, in this order, and from the start when another writer was first. */
export async function runOperation<I, A>(
  environment: Environment,
  operation: Operation<I, A>,
  request: OperationRequest<I>,
): Promise<A> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const outcome = await decide(environment, operation, request)
    const done = await write(environment, outcome, request)
    if (done) return done.answer
  }
  throw new DomainError('conflict', message('commit.conflict'), { context: null })
}

/** Null when another writer was first. */
async function write<A>(
  environment: Environment,
  outcome: Outcome<A>,
  request: OperationRequest<unknown>,
): Promise<{ readonly answer: A } | null> {
  const { store } = environment
  if ('ballot' in outcome) {
    const cast = await store.cast(outcome.ballot)
    return typeof cast === 'string' ? null : { answer: outcome.show(cast) }
  }
  if (outcome.change && !(await store.commit(outcome.change)).ok) return null
  if ('answer' in outcome) return outcome
  return { answer: await visitAt(environment, { ...request, path: outcome.path }, outcome.show) }
}

function decide<I, A>(
  environment: Environment,
  operation: Operation<I, A>,
  request: OperationRequest<I>,
): Promise<Outcome<A>> {
  return visitAt(environment, request, async visit => {
    const { lineage } = visit
    if (operation.exists?.(visit) === false) throw notFound(request.path, lineage, environment)
    if (!isAdmitted(visit, operation.permission)) throw unauthorized(lineage, environment)
    try {
      return await operation.run(visit, request.input)
    } catch (error) {
      throw withContext(error, visit.node.path)
    }
  })
}

function isAdmitted(visit: Visit, demanded: Operation<never, unknown>['permission']): boolean {
  if (typeof demanded === 'function') return demanded(visit)
  return demanded === null || may(visit, demanded)
}

/** Opens an object and does something there, all of it with what the store held at one moment. */
function visitAt<T>(
  environment: Environment,
  { path, caller, base, language, translate }: Omit<OperationRequest<unknown>, 'input'>,
  work: (visit: Visit) => Promise<T>,
): Promise<T> {
  return environment.store.read(async reader => {
    const opened = await reader.open(path)
    const own = environment.at(opened.lineage[0])
    if (!opened.found) throw missing(opened, own)
    const { stamp, lineage } = opened
    return work(beginVisit({ environment: own, reader, stamp, caller, base, language, translate }, lineage))
  })
}

function missing(opened: Opened, environment: Environment): DomainError {
  if (opened.movedTo === null) return notFound(undefined, opened.lineage, environment)
  return new DomainError('moved', message('content.moved'), { movedTo: opened.movedTo })
}

export function notFound(
  path: string | undefined,
  lineage: readonly ContentNode[],
  environment: Environment,
): DomainError {
  const wording = path === undefined ? message('content.missing') : message('operation.missing', { path })
  return new DomainError('not-found', wording, { context: nearestPublic(lineage, environment) })
}

export function unauthorized(lineage: readonly ContentNode[], environment: Environment): DomainError {
  return new DomainError('unauthorized', message('access.denied'), { context: nearestPublic(lineage, environment) })
}

/** The object or its closest container that anybody may view: more of the site is not told (decisions, section 1). */
export function nearestPublic(lineage: readonly ContentNode[], { registry }: Environment): string | null {
  const isPublic = (depth: number): boolean =>
    holdsPermission(permission.view, {
      caller: anonymous,
      lineage: lineage.slice(0, depth),
      site: registry.permissions,
    })
  for (let depth = lineage.length; depth > 0; depth--) if (isPublic(depth)) return lineage[depth - 1]?.path ?? null
  return null
}

/** Refusals by the operation itself are about the object that the caller was let in to. */
function withContext(error: unknown, path: string): unknown {
  if (!(error instanceof DomainError) || error.details.context !== undefined) return error
  return new DomainError(error.code, error.wording, { ...error.details, context: path })
}
