import type { Change, ContentReader, ContentStore } from '../../content/store/contentStore.js'
import { DomainError } from '../../foundation/domainError.js'
import { message } from '../../foundation/messages.js'
import { type Work, withPlace } from '../../foundation/turns.js'
import type { Environment } from './environment.js'

/** Writers of other processes may be first; each time one of them gets through. */
export const attempts = 20

/** What a piece of work came to; without a change there is nothing to write. */
export interface Decided<Answer> {
  readonly change?: Change
  readonly answer: Answer
}

type Decide<Answer> = (reader: ContentReader, work: Work) => Promise<Decided<Answer>>

/** Decides and commits, from the start when another writer was first. Throws `conflict` when that goes on for too long. */
export async function untilCommitted<Answer>(
  { store, turns }: Pick<Environment, 'store' | 'turns'>,
  decide: Decide<Answer>,
): Promise<Answer> {
  const work = turns.begin()
  const attempt = async (commit: ContentStore['commit']): Promise<Decided<Answer> | null> => {
    const decided = await withPlace(work, () => store.read(reader => decide(reader, work)))
    work.hurry()
    return !decided.change || (await commit(decided.change, work)).ok ? decided : null
  }
  try {
    const done = await attempt(store.commit)
    return done ? done.answer : await store.alone(commit => again(() => attempt(commit)))
  } finally {
    work.end()
  }
}

async function again<Answer>(attempt: () => Promise<Decided<Answer> | null>): Promise<Answer> {
  for (let left = attempts; left > 0; left--) {
    const done = await attempt()
    if (done) return done.answer
  }
  throw tooManyRaces()
}

export function tooManyRaces(): DomainError {
  return new DomainError('conflict', message('commit.conflict'), { context: null })
}
