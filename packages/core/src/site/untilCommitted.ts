import type { Change, ContentReader } from '../content/contentStore.js'
import { DomainError } from '../foundation/domainError.js'
import { message } from '../foundation/messages.js'
import type { Environment } from './environment.js'

/** Writers who meet try again from the start; each time one of them gets through. */
const attempts = 20

/** What a piece of work came to; without a change there is nothing to write. */
export interface Decided<Answer> {
  readonly change?: Change
  readonly answer: Answer
}

/** Decides and commits, from the start when another writer was first. Throws `conflict` when that goes on for too long. */
export async function untilCommitted<Answer>(
  { store }: Pick<Environment, 'store'>,
  decide: (reader: ContentReader) => Promise<Decided<Answer>>,
): Promise<Answer> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const { change, answer } = await store.read(decide)
    if (!change || (await store.commit(change)).ok) return answer
  }
  throw new DomainError('conflict', message('commit.conflict'), { context: null })
}
