import type { ContentStore, Opened } from '../content/contentStore.js'
import type { ContentNode } from '../content/node.js'
import { DomainError } from '../foundation/domainError.js'
import { message } from '../foundation/messages.js'
import { type Work, withPlace } from '../foundation/turns.js'
import { anonymous } from '../security/caller.js'
import { holdsPermission } from '../security/permissions.js'
import { permission } from '../security/stockPermissions.js'
import type { Environment } from './environment.js'
import type { Operation, OperationRequest, Outcome } from './operation.js'
import { attempts, tooManyRaces } from './untilCommitted.js'
import { beginVisit, may, type Visit } from './visit.js'

/** Open, guard, decide, commit: each once, in this order, and from the start when another writer was first. */
export async function runOperation<I, A>(
  environment: Environment,
  operation: Operation<I, A>,
  request: OperationRequest<I>,
): Promise<A> {
  const work = request.work ?? environment.turns.begin()
  try {
    return await decideAndWrite({ environment, operation, request, work })
  } finally {
    if (!request.work) work.end()
  }
}

/** Open and guard alone. */
export async function admitOperation<I, A>(
  environment: Environment,
  operation: Pick<Operation<I, A>, 'exists' | 'permission'>,
  request: Omit<OperationRequest<unknown>, 'input'>,
): Promise<void> {
  const work = request.work ?? environment.turns.begin()
  await visitAt({ environment, request, work }, async visit => admit(visit, operation, request.path))
  if (!request.work) work.end()
}

interface Run<I, A> {
  readonly environment: Environment
  readonly operation: Operation<I, A>
  readonly request: OperationRequest<I>
  readonly work: Work
}

async function decideAndWrite<I, A>(run: Run<I, A>): Promise<A> {
  for (let left = attempts; left > 0; left--) {
    const outcome = await decide(run)
    if (!('ballot' in outcome)) return finish(run, outcome)
    const cast = await run.environment.store.cast(outcome.ballot)
    if (typeof cast !== 'string') return outcome.show(cast)
  }
  throw tooManyRaces()
}

type Change<A> = Exclude<Outcome<A>, { readonly ballot: unknown } | { readonly later: unknown }>

/** A change that lost its race once keeps other writers away for its next attempts (decisions, section 9). */
async function finish<I, A>(run: Run<I, A>, outcome: Exclude<Outcome<A>, { readonly ballot: unknown }>): Promise<A> {
  if ('later' in outcome) return outcome.later()
  const { store } = run.environment
  run.work.hurry()
  const isWritten = await write(run, outcome, store.commit)
  return answerOf(run, isWritten ? outcome : await store.alone(commit => decideAgain(run, commit)))
}

async function decideAgain<I, A>(run: Run<I, A>, commit: ContentStore['commit']): Promise<Change<A>> {
  for (let left = attempts; left > 0; left--) {
    const outcome = await decide(run)
    if ('ballot' in outcome || 'later' in outcome) throw new Error('The operation decided upon a change before.')
    if (await write(run, outcome, commit)) return outcome
  }
  throw tooManyRaces()
}

/** False when another writer was first. */
async function write<A>(
  { work }: Pick<Run<unknown, A>, 'work'>,
  { change }: Change<A>,
  commit: ContentStore['commit'],
): Promise<boolean> {
  return change === undefined || (await commit(change, work)).ok
}

async function answerOf<I, A>({ environment, request, work }: Run<I, A>, outcome: Change<A>): Promise<A> {
  if ('answer' in outcome) return outcome.answer
  const { path, show } = outcome
  return visitAt({ environment, request: { ...request, path }, work }, show)
}

function decide<I, A>({ environment, operation, request, work }: Run<I, A>): Promise<Outcome<A>> {
  return visitAt({ environment, request, work }, async visit => {
    admit(visit, operation, request.path)
    try {
      return await operation.run(visit, request.input)
    } catch (error) {
      throw withContext(error, visit.node.path)
    }
  })
}

function admit(
  visit: Visit,
  { exists, permission: demanded }: Pick<Operation<never, unknown>, 'exists' | 'permission'>,
  path: string,
): void {
  const { lineage, environment } = visit
  if (exists?.(visit) === false) throw notFound(path, lineage, environment)
  if (!isAdmitted(visit, demanded)) throw unauthorized(lineage, environment)
}

function isAdmitted(visit: Visit, demanded: Operation<never, unknown>['permission']): boolean {
  if (typeof demanded === 'function') return demanded(visit)
  return demanded === null || may(visit, demanded)
}

export interface VisitToMake {
  readonly environment: Environment
  readonly request: Omit<OperationRequest<unknown>, 'input'>
  readonly work: Work
}

/** Opens an object and does something there, all of it with what the store held at one moment. */
export function visitAt<T>(
  { environment, request, work }: VisitToMake,
  visiting: (visit: Visit) => Promise<T>,
): Promise<T> {
  const { path, caller, base, language, translate, uploads } = request
  return withPlace(work, () =>
    environment.store.read(async reader => {
      work.check()
      const opened = await reader.open(path)
      const own = environment.at(opened.lineage[0])
      if (!opened.found) throw missing(opened, own)
      const { stamp, lineage } = opened
      const asked = { caller, base, language, translate, uploads }
      return visiting(beginVisit({ environment: own, reader, work, stamp, ...asked }, lineage))
    }),
  )
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
