import type { BallotBox } from '../content/ballots.js'
import type { ContentStore } from '../content/contentStore.js'
import { castIn } from './memoryBallots.js'
import { changedState } from './memoryChange.js'
import { memoryReader } from './memoryReader.js'
import { emptyState } from './memoryState.js'

/**
 * Content and votes that last as long as the process: for tests, and for embedding without a database. The reference
 * for what a store does. Each commit and each vote makes a new state from the current one; a read keeps the state that
 * it began with.
 */
export function memoryContentStore(): ContentStore & BallotBox {
  let state = emptyState
  return {
    read: async work => work(memoryReader(state)),
    commit: async change => {
      const next = changedState(state, change)
      if (typeof next === 'string') return { ok: false, because: next }
      state = next
      return { ok: true, counter: state.counter }
    },
    cast: async ballot => {
      const cast = castIn(state, ballot)
      state = cast.state
      return cast.outcome
    },
    close: async () => {},
  }
}
