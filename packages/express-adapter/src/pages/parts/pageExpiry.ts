import type { AnswerMetadata } from '@plenum/core'

export type PageExpiry = Pick<AnswerMetadata, 'until' | 'changesIn' | 'hasVotes'>

export interface ExpiryCollector {
  /** Adds the metadata of a payload on the page. Pass null for a payload without metadata. */
  add(metadata: AnswerMetadata | null): void
  /**
   * Returns the expiry of the entire page, or null if one of the payloads has no metadata and may change at any time.
   */
  ofAll(): PageExpiry | null
}

export function collectExpiry(): ExpiryCollector {
  let combined: PageExpiry | null = { until: null, changesIn: null, hasVotes: false }
  return {
    add: metadata => {
      combined = combined && metadata && combine(combined, metadata)
    },
    ofAll: () => combined,
  }
}

const combine = (first: PageExpiry, second: PageExpiry): PageExpiry => ({
  until: earlier(first.until, second.until),
  changesIn: earlier(first.changesIn, second.changesIn),
  hasVotes: first.hasVotes || second.hasVotes,
})

const earlier = (first: number | null, second: number | null): number | null =>
  first === null || second === null ? (first ?? second) : Math.min(first, second)
