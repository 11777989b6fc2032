import type { Change, ContentReader, ContentStore } from '../../content/store/contentStore.js'
import { DomainError } from '../../foundation/domainError.js'
import { message } from '../../foundation/messages.js'
import { type Work, withPlace } from '../../foundation/turns.js'
import type { Environment } from './environment.js'

/** Each failed attempt means that another process has written successfully. */
const maxAttempts = 20

/** Calls `attempt` until its result is not null. Throws a DomainError `conflict` after 20 attempts. */
export async function retry<T extends object>(attempt: () => Promise<T | null>): Promise<T> {
  for (let left = maxAttempts; left > 0; left--) {
    const done = await attempt()
    if (done) return done
  }
  throw new DomainError('conflict', message('commit.conflict'), { context: null })
}

/**
 * Calls `attempt`, which returns null after a concurrent write, and then retries while other writers of this process
 * are locked out (docs/http-answers.md, Readers and writers, rule 6). Throws like `retry`.
 */
export async function untilCommitted<T extends object>(
  store: Pick<ContentStore, 'commit' | 'alone'>,
  attempt: (commit: ContentStore['commit']) => Promise<T | null>,
): Promise<T> {
  return (await attempt(store.commit)) ?? (await store.alone(commit => retry(() => attempt(commit))))
}

/** An answer, and the change to write before it, if any. */
export interface Decided<Answer> {
  readonly change?: Change
  readonly answer: Answer
}

type Decide<Answer> = (reader: ContentReader, work: Work) => Promise<Decided<Answer>>

/** Decides and commits, outside of operations. Throws like `retry`. */
export async function decideAndCommit<Answer>(
  { store, turns }: Pick<Environment, 'store' | 'turns'>,
  decide: Decide<Answer>,
): Promise<Answer> {
  const work = turns.begin()
  try {
    const { answer } = await untilCommitted(store, async commit => {
      const decided = await withPlace(work, () => store.read(reader => decide(reader, work)))
      work.hurry()
      return !decided.change || (await commit(decided.change, work)).ok ? decided : null
    })
    return answer
  } finally {
    work.end()
  }
}
