import { memoryContentStore } from '@plenum/core'
import type { ContentStore } from '@plenum/core/ports'

/** A store in memory that counts accepted changes. */
export function countingStore(): { readonly store: ReturnType<typeof memoryContentStore>; commits(): number } {
  const store = memoryContentStore()
  let commits = 0
  const counted: ContentStore['alone'] = work =>
    store.alone(write =>
      work(async (change, turn) => {
        const outcome = await write(change, turn)
        if (outcome.ok) commits += 1
        return outcome
      }),
    )
  return {
    store: { ...store, commit: (change, turn) => counted(write => write(change, turn)), alone: counted },
    commits: () => commits,
  }
}
