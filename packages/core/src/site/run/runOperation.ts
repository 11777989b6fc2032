import type { Lineage } from '../../content/node/lineage.js'
import type { ContentStore } from '../../content/store/contentStore.js'
import type { Expected } from '../../content/store/expected.js'
import { DomainError } from '../../foundation/domainError.js'
import { message } from '../../foundation/messages.js'
import type { Work } from '../../foundation/turns.js'
import { afterWriting } from './afterWriting.js'
import type { Environment } from './environment.js'
import { type KnownAnswer, knownAnswer, notModified } from './knownAnswer.js'
import type { Operation, OperationRequest, Outcome } from './operation.js'
import { notFound, unauthorized } from './refusals.js'
import { retry, untilCommitted } from './untilCommitted.js'
import { may, type Visit } from './visit.js'
import { asOfNow, visitAt } from './visitAt.js'
import { withCleanHtml } from './withCleanHtml.js'

/** Opens the object, checks the caller, decides and commits. Starts over after a concurrent write. */
export async function runOperation<I, A>(
  environment: Environment,
  operation: Operation<I, A>,
  request: OperationRequest<I>,
): Promise<A> {
  const work = request.work ?? environment.turns.begin()
  try {
    const run = { environment, operation, request, work }
    return await decideAndWrite({ ...run, environment: await withCleanHtml(run) })
  } finally {
    if (!request.work) work.end()
  }
}

/** Only opens the object and checks the caller. */
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
  const { answer } = await retry(async () => {
    const outcome = await decide(run)
    if (!('ballot' in outcome)) return { answer: await finish(run, outcome) }
    const cast = await run.environment.store.cast(outcome.ballot)
    return typeof cast === 'string' ? null : { answer: outcome.show(cast) }
  })
  return answer
}

type Change<A> = Exclude<Outcome<A>, { readonly ballot: unknown } | { readonly later: unknown }>

async function finish<I, A>(run: Run<I, A>, outcome: Exclude<Outcome<A>, { readonly ballot: unknown }>): Promise<A> {
  if ('later' in outcome) return later(run, outcome.later)
  let first: Change<A> | null = outcome
  run.work.hurry()
  const written = await untilCommitted(run.environment.store, async commit => {
    const change = first ?? (await decideChange(run))
    first = null
    return (await write(run, change, commit)) ? change : null
  })
  return answerOf(run, written)
}

async function later<I, A>({ request: { path } }: Run<I, A>, doing: () => Promise<A>): Promise<A> {
  try {
    return await doing()
  } catch (error) {
    throw withContext(error, path)
  }
}

async function decideChange<I, A>(run: Run<I, A>): Promise<Change<A>> {
  const outcome = await decide(run)
  if ('ballot' in outcome || 'later' in outcome) throw new Error('The operation decided on a change before.')
  return outcome
}

/** False after a concurrent write. */
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
  return afterWriting(() => visitAt({ environment, request: { ...asOfNow(request), path }, work }, show))
}

async function decide<I, A>(run: Run<I, A>): Promise<Outcome<A>> {
  if (!run.operation.ownTurn) return decideNow(run)
  const leave = await run.work.ownTurn()
  return decideNow(run).finally(leave)
}

function decideNow<I, A>({ environment, operation, request, work }: Run<I, A>): Promise<Outcome<A>> {
  return visitAt({ environment, request, work }, async visit => {
    admit(visit, operation)
    const { expectedRevisions } = request
    if (expectedRevisions) refuseOtherRevisions(visit, expectedRevisions)
    try {
      const input = request.input()
      if (request.isKnown) await skipKnown(visit, { operation, input, isKnown: request.isKnown })
      const outcome = onSteadyGround(visit.lineage, await operation.run(visit, input))
      return expectedRevisions ? expecting([{ uid: visit.node.uid, revision: visit.node.revision }], outcome) : outcome
    } catch (error) {
      throw withContext(error, visit.node.path)
    }
  })
}

interface Known<I> {
  readonly operation: Pick<Operation<I, unknown>, 'dependsOn'>
  readonly input: I
  readonly isKnown: (known: KnownAnswer) => boolean
}

/** Throws `notModified` if the client already has the answer. */
async function skipKnown<I>(visit: Visit, { operation, input, isKnown }: Known<I>): Promise<void> {
  const dependence = await operation.dependsOn?.(visit, input)
  if (dependence && isKnown(await knownAnswer(visit, dependence))) throw notModified
}

function refuseOtherRevisions({ node }: Visit, expected: readonly number[]): void {
  const { revision, path } = node
  if (!expected.includes(revision))
    throw new DomainError('precondition-failed', message('revision.other', { revision }), { context: path })
}

/**
 * Visibility and catalog entries also depend on the containers: the commit must find them unchanged since the entries
 * were computed (docs/http-answers.md, Readers and writers, rule 6).
 */
function onSteadyGround<A>(lineage: Lineage, outcome: Outcome<A>): Outcome<A> {
  const { creates, updates, entries } = ('change' in outcome && outcome.change) || {}
  return [creates, updates, entries].some(list => list && list.length > 0)
    ? expecting(
        lineage.map(({ uid, revision, path }) => ({ uid, revision, path })),
        outcome,
      )
    : outcome
}

/** Adds preconditions of the commit, also for objects that it does not update. */
function expecting<A>(expects: readonly Expected[], outcome: Outcome<A>): Outcome<A> {
  if ('later' in outcome || 'ballot' in outcome || outcome.change === undefined) return outcome
  return { ...outcome, change: { ...outcome.change, expects: [...(outcome.change.expects ?? []), ...expects] } }
}

/** Throws a DomainError if the operation does not exist here, or the caller may not run it. */
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

/** Errors after the permission check name the object: the caller may know that it exists. */
function withContext(error: unknown, path: string): unknown {
  if (!(error instanceof DomainError) || error.details.context !== undefined) return error
  return new DomainError(error.code, error.wording, { ...error.details, context: path })
}
