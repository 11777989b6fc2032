import type { KnownAnswer } from '@plenum/core'

/** How long a page lasts that is made of several answers. */
export type PageLasting = Pick<KnownAnswer, 'until' | 'changesIn' | 'hasVotes'>

/** Gathers what is known of the answers on a page. */
export interface Lasting {
  /** Null for an answer of which nothing is known. */
  add(known: KnownAnswer | null): void
  /** Null where one of the answers may change without notice. */
  ofAll(): PageLasting | null
}

export function gatherLasting(): Lasting {
  let whole: PageLasting | null = { until: null, changesIn: null, hasVotes: false }
  return {
    add: known => {
      whole = whole && known && both(whole, known)
    },
    ofAll: () => whole,
  }
}

const both = (one: PageLasting, two: PageLasting): PageLasting => ({
  until: earlier(one.until, two.until),
  changesIn: earlier(one.changesIn, two.changesIn),
  hasVotes: one.hasVotes || two.hasVotes,
})

const earlier = (one: number | null, two: number | null): number | null =>
  one === null || two === null ? (one ?? two) : Math.min(one, two)
