import type { FileTotal, StoreDefect } from '../../portable/wholeStore.js'

/** Something that does not fit together in what is kept of a site. */
export type Finding =
  /** No container: the path leads to nothing. */
  | { readonly kind: 'stray'; readonly path: string }
  /** Of a type that the model lacks. */
  | { readonly kind: 'type'; readonly path: string; readonly type: string }
  /** Short name of old that is refused now, because the service itself answers there. */
  | { readonly kind: 'reserved'; readonly path: string }
  /** Other permissions than its states give. */
  | { readonly kind: 'permissions'; readonly path: string }
  /** Another catalog entry than its content gives. */
  | { readonly kind: 'catalog'; readonly path: string }
  /** Records or versions that do not follow each other. */
  | { readonly kind: 'history'; readonly path: string; readonly problem: HistoryProblem }
  /** A file that is named and not kept, or not as a whole. */
  | { readonly kind: 'file'; readonly path: string; readonly digest: string }
  /** Bytes that are not those of their digest. */
  | { readonly kind: 'bytes'; readonly digest: string }
  /** Files to which nothing refers any more, as long as there are any. */
  | ({ readonly kind: 'unreferenced' } & FileTotal)
  /** A relation to what is gone. */
  | { readonly kind: 'relation'; readonly path: string; readonly field: string; readonly to: string }
  /** An address that leads elsewhere where there is content, or to nothing. */
  | { readonly kind: 'alias'; readonly path: string }
  /** Another number of voters than are kept. */
  | { readonly kind: 'voters'; readonly path: string; readonly told: number; readonly kept: number }
  /** More votes for the options of now than its voters can have cast. */
  | { readonly kind: 'votes'; readonly path: string; readonly votes: number; readonly most: number }
  | ({ readonly kind: 'store' } & StoreDefect)

/** `times` go back, `numbers` of versions have gaps, `records` of a version are not there, or the last `state` is another. */
export type HistoryProblem = 'times' | 'numbers' | 'records' | 'state'

export type FindingKind = Finding['kind']

/** What can be put right without a decision: it follows from what else is kept. */
export const isRepairable = (finding: Finding): boolean =>
  finding.kind === 'store' ? finding.isRepairable : repairable.includes(finding.kind)

const repairable: readonly FindingKind[] = ['permissions', 'catalog', 'alias', 'unreferenced']

/** What is told and no fault: it may be so, and the service copes with it. */
export const isNotice = ({ kind }: Finding): boolean => notices.includes(kind)

const notices: readonly FindingKind[] = ['reserved', 'relation', 'unreferenced']
