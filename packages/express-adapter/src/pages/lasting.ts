import type { AnswerMetadata } from '@plenum/core'

/** Expiry of a page that is composed of several answers. */
export type PageLasting = Pick<AnswerMetadata, 'until' | 'changesIn' | 'hasVotes'>

/** Combines the metadata of all answers on a page. */
export interface Lasting {
  /** Null for an answer without metadata. */
  add(known: AnswerMetadata | null): void
  /** Null if one of the answers may change without notice. */
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
