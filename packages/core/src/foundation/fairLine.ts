/** A queue that serves addresses round-robin, so that one address cannot block the others. */
export interface FairLine<Member> {
  size(): number
  /** Adds an entry. A full queue drops and returns one: the last entry of the address with the most entries. */
  add(address: string, member: Member): Member | null
  remove(address: string, member: Member): void
  /** Removes and returns the first entry of the next address; undefined if the queue is empty. */
  next(): Member | undefined
}

export function createFairLine<Member extends object>(most: number): FairLine<Member> {
  // Insertion order is the order in which addresses are served.
  const lines = new Map<string, Set<Member>>()
  let size = 0
  const remove = (address: string, member: Member): void => {
    const line = lines.get(address)
    if (!line?.delete(member)) return
    size -= 1
    if (line.size === 0) lines.delete(address)
  }
  const add = (address: string, member: Member): null => {
    lines.set(address, (lines.get(address) ?? new Set()).add(member))
    size += 1
    return null
  }
  const displace = (address: string, member: Member): Member => {
    const [longest = address, line] = [...lines].reduce((a, b) => (b[1].size > a[1].size ? b : a))
    const last = [...line].at(-1)
    if (!last || line.size <= (lines.get(address)?.size ?? 0) + 1) return member
    remove(longest, last)
    add(address, member)
    return last
  }
  return {
    size: () => size,
    add: (address, member) => (size < most ? add(address, member) : displace(address, member)),
    remove,
    next: () => {
      for (const [address, line] of lines) {
        const [first] = line
        if (!first) continue
        remove(address, first)
        if (lines.delete(address)) lines.set(address, line)
        return first
      }
      return undefined
    },
  }
}
