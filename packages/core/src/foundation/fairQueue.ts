/** A queue that serves network addresses in round-robin order, so that one address cannot block the others. */
export interface FairQueue<Entry> {
  size(): number
  /**
   * Adds an entry. If the queue is full, drops and returns the newest entry from the address with the most entries,
   * which can be the new entry itself. Otherwise, returns null.
   */
  add(address: string, entry: Entry): Entry | null
  remove(address: string, entry: Entry): void
  /** Removes and returns the oldest entry from the next address. Returns undefined if the queue is empty. */
  next(): Entry | undefined
}

export function createFairQueue<Entry extends object>(maxSize: number): FairQueue<Entry> {
  // The insertion order of the Map determines which address is next.
  const queues = new Map<string, Set<Entry>>()
  let size = 0
  const remove = (address: string, entry: Entry): void => {
    const queue = queues.get(address)
    if (!queue?.delete(entry)) return
    size -= 1
    if (queue.size === 0) queues.delete(address)
  }
  const add = (address: string, entry: Entry): null => {
    queues.set(address, (queues.get(address) ?? new Set()).add(entry))
    size += 1
    return null
  }
  const displace = (address: string, entry: Entry): Entry => {
    const [busiest = address, queue] = [...queues].reduce((a, b) => (b[1].size > a[1].size ? b : a))
    const last = [...queue].at(-1)
    if (!last || queue.size <= (queues.get(address)?.size ?? 0) + 1) return entry
    remove(busiest, last)
    add(address, entry)
    return last
  }
  return {
    size: () => size,
    add: (address, entry) => (size < maxSize ? add(address, entry) : displace(address, entry)),
    remove,
    next: () => {
      for (const [address, queue] of queues) {
        const [first] = queue
        if (!first) continue
        remove(address, first)
        if (queues.delete(address)) queues.set(address, queue)
        return first
      }
      return undefined
    },
  }
}
