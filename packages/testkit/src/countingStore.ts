import { memoryContentStore } from '@plenum/core'
import type { ContentStore } from '@plenum/core/ports'

export function countingStore(): { readonly store: ReturnType<typeof memoryContentStore>; commits(): number } {
  const store = memoryContentStore()
  let commits = 0
  const counted: ContentStore['alone'] = task =>
    store.alone(write =>
      task(async (change, slice) => {
        const outcome = await write(change, slice)
        if (outcome.ok) commits += 1
        return outcome
      }),
    )
  return {
    store: { ...store, commit: (change, slice) => counted(write => write(change, slice)), alone: counted },
    commits: () => commits,
  }
}
