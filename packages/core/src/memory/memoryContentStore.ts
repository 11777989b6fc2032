import type { NewEvent } from '../changeFeed/events.js'
import type { BallotBox } from '../content/store/ballots.js'
import type { Change, Commit } from '../content/store/change.js'
import type { ContentStore } from '../content/store/contentStore.js'
import { createSemaphore } from '../foundation/semaphore.js'
import type { MailStore } from '../mails/mail.js'
import { castIn } from './memoryBallots.js'
import { changedState } from './memoryChange.js'
import { type MemoryFeed, trimmed, withEvents } from './memoryFeed.js'
import { type MailsById, memoryMailStore } from './memoryMailStore.js'
import { memoryReader } from './memoryReader.js'
import { emptyState, type MemoryState } from './memoryState.js'
import { memorySubscriptionStore } from './memorySubscriptions.js'

/**
 * Creates an in-memory store for content and votes, for tests and for embedding without a database. Data is lost when
 * the process ends. The store is the reference implementation for other stores. Each commit and each vote creates an
 * immutable state. A read uses the state that is current when the read begins.
 *
 * @example
 * const store = memoryContentStore()
 * const { exists } = await store.read(reader => reader.open('/'))
 * // false: the store has no site root yet
 */
export const memoryContentStore = (): ContentStore & BallotBox => createMemoryContent().store

export interface MemoryContent {
  readonly store: ContentStore & BallotBox
  readonly mails: MailStore
  state(): MemoryState
  /** Replaces the state and increments the commit counter. */
  hold(state: MemoryState): void
  addEvents(events: readonly NewEvent[]): void
}

export function createMemoryContent(): MemoryContent {
  let state = emptyState
  let votes = 0
  const writers = createSemaphore({ count: 1 })
  const write = async (change: Change): Promise<Commit> => {
    const next = changedState(state, change)
    if (typeof next === 'string') return { ok: false, reason: next }
    state = next
    return { ok: true }
  }
  const alone: ContentStore['alone'] = async task => {
    const release = await writers.wait().permit
    return task(write).finally(release)
  }
  const changeFeed = <T>(change: (feed: MemoryFeed) => readonly [T, MemoryFeed]): Promise<T> =>
    alone(async () => {
      const [result, feed] = change(state.feed)
      state = { ...state, feed }
      return result
    })
  const store: MemoryContent['store'] = {
    read: async task => task(memoryReader(state)),
    state: async () => ({
      content: String(state.commits),
      votes: String(votes),
      invalidations: state.invalidations,
    }),
    commit: change => alone(commit => commit(change)),
    alone,
    recordInvalidation: event =>
      alone(async () => {
        const feed = withEvents(state.feed, event ? [event] : [])
        state = { ...state, feed, commits: state.commits + 1, invalidations: state.invalidations + 1 }
        return state.invalidations
      }),
    trimEvents: (retention, limit) => changeFeed(feed => trimmed(feed, retention, limit)),
    subscriptions: memorySubscriptionStore(changeFeed),
    cast: async ballot => {
      const cast = castIn(state, ballot)
      state = cast.state
      votes += 1
      return cast.outcome
    },
    close: async () => {},
  }
  const hold: MemoryContent['hold'] = next => {
    state = { ...next, commits: state.commits + 1, invalidations: state.invalidations }
  }
  const addEvents: MemoryContent['addEvents'] = events => {
    state = { ...state, feed: withEvents(state.feed, events) }
  }
  const changeMails = (change: (mails: MailsById) => MailsById): Promise<void> =>
    alone(async () => {
      state = { ...state, mails: change(state.mails) }
    })
  return { store, mails: memoryMailStore(() => state.mails, changeMails), state: () => state, hold, addEvents }
}
