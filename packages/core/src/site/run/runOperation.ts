import type { Lineage } from '../../content/node/node.js'
import type { Expected } from '../../content/store/change.js'
import { DomainError, message } from '../../foundation/messages.js'
import { inTask, type Task } from '../../foundation/scheduler.js'
import { originOf, withEvents } from '../write/changeEvents.js'
import { type AnswerMetadata, answerMetadata, notModified } from './answerMetadata.js'
import { contextAt, withoutState } from './contextAt.js'
import type { Environment } from './environment.js'
import type { Operation, OperationRequest, Outcome } from './operation.js'
import { withPersonIds } from './personIds.js'
import { hasPermission, notFound, type RequestContext, unauthorized } from './requestContext.js'
import { afterWriting, retry, untilCommitted } from './untilCommitted.js'
import { withCleanHtml } from './withCleanHtml.js'
import { withWithdrawals } from './withdrawals.js'

/** Runs an operation, and repeats it if a concurrent write prevents its commit. */
export async function runOperation<I, A>(
  environment: Environment,
  operation: Operation<I, A>,
  request: OperationRequest<I>,
): Promise<A> {
  const runIn = async (task: Task): Promise<A> => {
    const run = { environment, operation, request, task }
    return decideAndWrite({ ...run, environment: await withCleanHtml(run) })
  }
  return request.task ? runIn(request.task) : inTask(environment.scheduler, runIn)
}

export async function admitOperation<I, A>(
  environment: Environment,
  operation: Pick<Operation<I, A>, 'exists' | 'permission' | 'guard'>,
  request: Omit<OperationRequest<unknown>, 'input'>,
): Promise<void> {
  const admitIn = (task: Task): Promise<void> =>
    contextAt({ environment, request, task }, async context => admit(context, operation))
  return request.task ? admitIn(request.task) : inTask(environment.scheduler, admitIn)
}

interface Run<I, A> {
  readonly environment: Environment
  readonly operation: Operation<I, A>
  readonly request: OperationRequest<I>
  readonly task: Task
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
  run.task.prioritize()
  const committed = await untilCommitted(run.environment.store, async commit => {
    const change = first ?? (await decideChange(run))
    first = null
    return change.change === undefined || (await commit(change.change, run.task)).ok ? change : null
  })
  return answerOf(run, committed)
}

async function later<I, A>({ request: { path } }: Run<I, A>, run: () => Promise<A>): Promise<A> {
  try {
    return await run()
  } catch (error) {
    throw withContext(error, path)
  }
}

async function decideChange<I, A>(run: Run<I, A>): Promise<Change<A>> {
  const outcome = await decide(run)
  if ('ballot' in outcome || 'later' in outcome) throw new Error('The operation has already decided on a change.')
  return outcome
}

async function answerOf<I, A>({ environment, request, task }: Run<I, A>, outcome: Change<A>): Promise<A> {
  if ('answer' in outcome) return outcome.answer
  const { path, show } = outcome
  return afterWriting(() => contextAt({ environment, request: { ...withoutState(request), path }, task }, show))
}

async function decide<I, A>(run: Run<I, A>): Promise<Outcome<A>> {
  if (!run.operation.exclusiveSlice) return decideNow(run)
  const release = await run.task.exclusiveSlice()
  return decideNow(run).finally(release)
}

const decideNow = <I, A>({ environment, operation, request, task }: Run<I, A>): Promise<Outcome<A>> =>
  contextAt({ environment, request, task }, async context => {
    admit(context, operation)
    const { expectedRevisions } = request
    if (expectedRevisions) refuseOtherRevisions(context, expectedRevisions)
    try {
      const input = request.input()
      if (request.isUnmodified) await skipUnmodified(context, { operation, input, isUnmodified: request.isUnmodified })
      const decided = await withOwnFields(context, await operation.run(context, input))
      const outcome = reportChange(context, onStableSnapshot(context.lineage, decided))
      return expectedRevisions
        ? withPreconditions([{ uid: context.node.uid, revision: context.node.revision }], outcome)
        : outcome
    } catch (error) {
      throw withContext(error, context.node.path)
    }
  })

async function withOwnFields<A>(context: RequestContext, outcome: Outcome<A>): Promise<Outcome<A>> {
  if ('later' in outcome || 'ballot' in outcome || outcome.change === undefined) return outcome
  return { ...outcome, change: await withWithdrawals(context, await withPersonIds(context, outcome.change)) }
}

interface UnmodifiedCheck<I> {
  readonly operation: Pick<Operation<I, unknown>, 'dependsOn'>
  readonly input: I
  readonly isUnmodified: (metadata: AnswerMetadata) => boolean
}

async function skipUnmodified<I>(
  context: RequestContext,
  { operation, input, isUnmodified }: UnmodifiedCheck<I>,
): Promise<void> {
  const dependence = await operation.dependsOn?.(context, input)
  if (dependence && isUnmodified(await answerMetadata(context, dependence))) throw notModified
}

function refuseOtherRevisions({ node }: RequestContext, expected: readonly number[]): void {
  const { revision, path } = node
  if (!expected.includes(revision))
    throw new DomainError('precondition-failed', message('revision.other', { revision }), { context: path })
}

/**
 * If the change contains objects or catalog entries, adds the preconditions that neither the requested object nor its
 * containers change before the commit, because visibility and catalog entries depend on them (docs/http-answers.md,
 * Readers and writers, rule 6).
 */
function onStableSnapshot<A>(lineage: Lineage, outcome: Outcome<A>): Outcome<A> {
  const { creates, updates, entries } = ('change' in outcome && outcome.change) || {}
  return [creates, updates, entries].some(list => list && list.length > 0)
    ? withPreconditions(
        lineage.map(({ uid, revision, path }) => ({ uid, revision, path })),
        outcome,
      )
    : outcome
}

const reportChange = <A>(context: RequestContext, outcome: Outcome<A>): Outcome<A> =>
  'change' in outcome && outcome.change
    ? { ...outcome, change: withEvents(outcome.change, outcome.change.origin ?? originOf(context)) }
    : outcome

/**
 * Adds preconditions to the change in an outcome. Preconditions can also apply to objects that the commit does not
 * update.
 */
function withPreconditions<A>(expects: readonly Expected[], outcome: Outcome<A>): Outcome<A> {
  if ('later' in outcome || 'ballot' in outcome || outcome.change === undefined) return outcome
  return { ...outcome, change: { ...outcome.change, expects: [...(outcome.change.expects ?? []), ...expects] } }
}

/** Throws a DomainError if the operation is not available on the object or the caller may not run it. */
export function admit<I, A>(
  context: RequestContext,
  { exists, permission: requirement, guard }: Pick<Operation<I, A>, 'exists' | 'permission' | 'guard'>,
): void {
  const { lineage, environment, node } = context
  if (exists?.(context) === false) throw notFound(node.path, lineage, environment)
  if (!isAdmitted(context, requirement)) throw unauthorized(lineage, environment)
  try {
    guard?.(context)
  } catch (error) {
    throw withContext(error, node.path)
  }
}

function isAdmitted(context: RequestContext, requirement: Operation<never, unknown>['permission']): boolean {
  if (typeof requirement === 'function') return requirement(context)
  return requirement === null || hasPermission(context, requirement)
}

/**
 * Adds the path to an error that does not contain a path. The error may disclose the path, because it was thrown after
 * the permission check.
 */
function withContext(error: unknown, path: string): unknown {
  if (!(error instanceof DomainError) || error.details.context !== undefined) return error
  return new DomainError(error.code, error.reason, { ...error.details, context: path })
}
