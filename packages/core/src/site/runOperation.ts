import type { ContentStore, Opened } from '../content/contentStore.js'
import type { ContentNode } from '../content/node.js'
import { DomainError } from '../foundation/domainError.js'
import { message } from '../foundation/messages.js'
import { type Work, withPlace } from '../foundation/turns.js'
import { anonymous } from '../security/caller.js'
import { holdsPermission } from '../security/permissions.js'
import { permission } from '../security/stockPermissions.js'
import type { Environment } from './environment.js'
import { languageSettingsOf } from './languageSettings.js'
import type { Operation, OperationRequest, Outcome } from './operation.js'
import { attempts, tooManyRaces } from './untilCommitted.js'
import { type Asking, beginVisit, may, mayAt, type Visit } from './visit.js'

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
  operation: Pick<Operation<I, A>, 'exists' | 'permission' | 'guard'>,
  request: Omit<OperationRequest<unknown>, 'input'>,
): Promise<void> {
  const work = request.work ?? environment.turns.begin()
  try {
    await visitAt({ environment, request, work }, async visit => admit(visit, operation))
  } finally {
    if (!request.work) work.end()
  }
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
  if ('later' in outcome) return later(run, outcome.later)
  const { store } = run.environment
  run.work.hurry()
  const isWritten = await write(run, outcome, store.commit)
  return answerOf(run, isWritten ? outcome : await store.alone(commit => decideAgain(run, commit)))
}

async function later<I, A>({ request: { path } }: Run<I, A>, doing: () => Promise<A>): Promise<A> {
  try {
    return await doing()
  } catch (error) {
    throw withContext(error, path)
  }
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

async function decide<I, A>({ environment, operation, request, work }: Run<I, A>): Promise<Outcome<A>> {
  if (operation.searches) await work.ownTurn()
  return visitAt({ environment, request, work }, async visit => {
    admit(visit, operation)
    const { expectedRevisions } = request
    if (expectedRevisions) refuseOtherRevisions(visit, expectedRevisions)
    try {
      const outcome = await operation.run(visit, request.input)
      return expectedRevisions ? pinned(visit.node, outcome) : outcome
    } catch (error) {
      throw withContext(error, visit.node.path)
    }
  })
}

function refuseOtherRevisions({ node }: Visit, expected: readonly number[]): void {
  const { revision, path } = node
  if (!expected.includes(revision))
    throw new DomainError('precondition-failed', message('revision.other', { revision }), { context: path })
}

/** Not every change writes its object: one that removes it, or moves only what is below, must meet the same revision. */
function pinned<A>({ uid, revision }: ContentNode, outcome: Outcome<A>): Outcome<A> {
  if ('later' in outcome || 'ballot' in outcome || outcome.change === undefined) return outcome
  return { ...outcome, change: { ...outcome.change, expects: [{ uid, revision }] } }
}

/** Throws where an operation does not exist, or the caller may not do it. */
export function admit<I, A>(
  visit: Visit,
  { exists, permission: demanded, guard }: Pick<Operation<I, A>, 'exists' | 'permission' | 'guard'>,
): void {
  const { lineage, environment, node } = visit
  if (exists?.(visit) === false) throw notFound(node.path, lineage, environment)
  if (!isAdmitted(visit, demanded)) throw unauthorized(lineage, environment)
  try {
    guard?.(visit)
  } catch (error) {
    throw withContext(error, node.path)
  }
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
  const { path, caller, base, uploads } = request
  return withPlace(work, async () => {
    work.check()
    return environment.store.read(async reader => {
      work.check()
      const opened = await reader.open(path)
      const [root] = opened.lineage
      const own = environment.at(root)
      const { language, translate } = request.wordIn?.(languageSettingsOf(root)) ?? request
      if (!opened.found) throw await missing(opened, { environment: own, reader, caller })
      const { stamp, lineage } = opened
      const again: Visit['again'] = anew => visitAt({ environment, request, work }, anew)
      const asked = { caller, base, language, translate, uploads, again }
      return visiting(beginVisit({ environment: own, reader, work, stamp, ...asked }, lineage))
    })
  })
}

type Looking = Asking & Pick<Visit, 'reader'>

/**
 * Why there is nothing at an address. Where content has gone is told to whoever may View it there, or what of the path
 * exists there; others are told what they would be told at the new address, without being told that (decisions, section 1).
 */
async function missing(opened: Opened, looking: Looking): Promise<DomainError> {
  const gone = opened.movedTo === null ? null : await destination(opened.movedTo, looking)
  if (gone && mayAt(looking, permission.view, gone.lineage))
    return new DomainError('moved', message('content.moved'), { movedTo: gone.path })
  if (gone?.found) return unauthorized(opened.lineage, looking.environment)
  return notFound(undefined, opened.lineage, looking.environment)
}

/** Where an old address leads to in the end: what is there may have moved on, with a container of it. */
async function destination(path: string, looking: Looking): Promise<Opened & { readonly path: string }> {
  const opened = await looking.reader.open(path)
  return opened.movedTo === null ? { ...opened, path } : destination(opened.movedTo, looking)
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
