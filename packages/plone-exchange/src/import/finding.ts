import type { FindingWeight, IncomingFinding } from '@plenum/core'

interface Place {
  readonly uid?: string
  readonly path?: string
  readonly key?: string
}

const found =
  (weight: FindingWeight) =>
  (sentence: string, { uid, path, key }: Place = {}): IncomingFinding => ({
    kind: 'source',
    weight,
    uid: uid ?? null,
    path: path ?? null,
    key: key ?? null,
    detail: sentence,
  })

/** Something because of which nothing is imported. */
export const problem = found('problem')

/** Something that becomes otherwise than whoever exported it may expect. */
export const note = found('note')
