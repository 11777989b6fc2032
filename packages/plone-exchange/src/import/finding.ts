import type { FindingWeight, IncomingFinding } from '@plenum/core'

interface FindingLocation {
  readonly uid?: string
  readonly path?: string
  readonly key?: string
}

const findingOf =
  (weight: FindingWeight) =>
  (sentence: string, { uid, path, key }: FindingLocation = {}): IncomingFinding => ({
    kind: 'source',
    weight,
    uid: uid ?? null,
    path: path ?? null,
    key: key ?? null,
    detail: sentence,
  })

/** A problem that prevents the import. */
export const problem = findingOf('problem')

/** A difference that the person who exported the site may not expect. */
export const note = findingOf('note')
