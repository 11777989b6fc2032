import type { Change } from '../../content/store/change.js'
import type { ContentReader } from '../../content/store/contentReader.js'
import type { ContentStore } from '../../content/store/contentStore.js'
import { DomainError, message } from '../../foundation/messages.js'
import { inTask, type Task, withPermit } from '../../foundation/scheduler.js'
import type { Environment } from './environment.js'

const maxAttempts = 20

/** Calls `attempt` until its result is not null. Throws a DomainError `conflict` after 20 attempts. */
export async function retry<T extends object>(attempt: () => Promise<T | null>): Promise<T> {
  for (let attempts = maxAttempts; attempts > 0; attempts--) {
    const result = await attempt()
    if (result) return result
  }
  throw new DomainError('conflict', message('commit.conflict'), { context: null })
}

/**
 * Calls `attempt` until it commits. `attempt` must return null after a concurrent write. Retries block other writes of
 * this process (docs/http-answers.md, Readers and writers, rule 6). Throws the same error as `retry`.
 */
export async function untilCommitted<T extends object>(
  store: Pick<ContentStore, 'commit' | 'alone'>,
  attempt: (commit: ContentStore['commit']) => Promise<T | null>,
): Promise<T> {
  return (await attempt(store.commit)) ?? (await store.alone(commit => retry(() => attempt(commit))))
}

/** A result, and an optional change that must be written first. */
export interface Decision<Answer> {
  readonly change?: Change
  readonly answer: Answer
}

type Decide<Answer> = (reader: ContentReader, task: Task) => Promise<Decision<Answer>>

/** Commits a change outside an operation. Throws the same error as `retry`. */
export async function decideAndCommit<Answer>(
  { store, scheduler }: Pick<Environment, 'store' | 'scheduler'>,
  decide: Decide<Answer>,
): Promise<Answer> {
  const { answer } = await inTask(scheduler, task =>
    untilCommitted(store, async commit => {
      const decision = await withPermit(task, () => store.read(reader => decide(reader, task)))
      task.prioritize()
      return !decision.change || (await commit(decision.change, task)).ok ? decision : null
    }),
  )
  return answer
}

/**
 * Reads the result after a commit, and retries once if the store fails. If the retry also fails, throws a DomainError
 * `outcome-unknown`, because the caller must neither treat the change as refused nor repeat it (docs/http-answers.md,
 * Faults of the database).
 */
export async function afterWriting<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!isFault(error)) throw error
  }
  try {
    return await read()
  } catch (error) {
    if (!isFault(error)) throw error
    throw new DomainError('outcome-unknown', message('store.kept-unread'), { context: null }, { cause: error })
  }
}

const isFault = (error: unknown): boolean =>
  error instanceof DomainError && (error.code === 'store-unavailable' || error.code === 'busy')
