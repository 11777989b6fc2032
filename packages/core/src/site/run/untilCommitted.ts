import type { Change, ContentReader, ContentStore } from '../../content/store/contentStore.js'
import { DomainError } from '../../foundation/domainError.js'
import { message } from '../../foundation/messages.js'
import { type Work, withPlace } from '../../foundation/turns.js'
import type { Environment } from './environment.js'

/** Writers of other processes may be first; each time one of them gets through. */
const maxAttempts = 20

/** Calls `attempt` until it gives something else than null. Throws `conflict` when that goes on for too long. */
export async function retry<T extends object>(attempt: () => Promise<T | null>): Promise<T> {
  for (let left = maxAttempts; left > 0; left--) {
    const done = await attempt()
    if (done) return done
  }
  throw new DomainError('conflict', message('commit.conflict'), { context: null })
}

/**
 * Calls `attempt`, which gives null when another writer was first: then once more, while other writers of this process
 * are kept away (docs/http-answers.md, Readers and writers, rule 4). Throws as `retry` does.
 */
export async function untilCommitted<T extends object>(
  store: Pick<ContentStore, 'commit' | 'alone'>,
  attempt: (commit: ContentStore['commit']) => Promise<T | null>,
): Promise<T> {
  return (await attempt(store.commit)) ?? (await store.alone(commit => retry(() => attempt(commit))))
}

/** What a piece of work came to; without a change there is nothing to write. */
export interface Decided<Answer> {
  readonly change?: Change
  readonly answer: Answer
}

type Decide<Answer> = (reader: ContentReader, work: Work) => Promise<Decided<Answer>>

/** Decides and commits, for what is no operation. Throws as `retry` does. */
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
