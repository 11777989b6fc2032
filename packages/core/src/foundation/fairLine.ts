/** A queue that is served address by address, so that no address waits behind all that another one has sent. */
export interface FairLine<Member> {
  size(): number
  /** Adds a member. Returns the one that a full queue has no room for: the last of the address with the most members. */
  add(address: string, member: Member): Member | null
  remove(address: string, member: Member): void
  /** Takes the first member of the address whose turn it is; undefined when the queue is empty. */
  next(): Member | undefined
}

export function createFairLine<Member extends object>(most: number): FairLine<Member> {
  // In the order of their turns.
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
