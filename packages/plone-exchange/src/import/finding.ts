import type { FindingWeight, IncomingFinding } from '@plenum/core'

type Location = Partial<Pick<IncomingFinding, 'uid' | 'path' | 'key'>>

const findingOf =
  (weight: FindingWeight) =>
  (sentence: string, { uid = null, path = null, key = null }: Location = {}): IncomingFinding => ({
    kind: 'source',
    weight,
    uid,
    path,
    key,
    detail: sentence,
  })

/** A problem that prevents the import. */
export const problem = findingOf('problem')

/** A difference that the person who exported the site may not expect. */
export const note = findingOf('note')
