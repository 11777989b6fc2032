import type { SiteCopy } from '@plenum/core'
import { type Part, type PartCounts, type PartKind, partKinds } from '@plenum/core/ports'
import { showProgress } from '../showProgress.js'

/** Parts with progress on standard error, and counts by kind. */
export interface Counted {
  readonly parts: AsyncIterable<Part>
  counts(): PartCounts
  /** Ends the progress. */
  end(): void
}

export function countParts({ counts: expected, parts }: SiteCopy): Counted {
  const progress = showProgress('parts', 10_000)
  const total = sumOf(expected)
  const counts = Object.fromEntries(partKinds.map(kind => [kind, 0])) as Record<PartKind, number>
  let done = 0
  async function* counted(): AsyncGenerator<Part> {
    for await (const part of parts) {
      counts[part.kind] += 1
      done += 1
      progress.show(done, total)
      yield part
    }
  }
  return { parts: counted(), counts: () => counts, end: progress.end }
}

const sumOf = (counts: PartCounts): number => Object.values(counts).reduce((sum, count) => sum + count, 0)

const names: Readonly<Record<PartKind, string>> = {
  file: 'file pieces',
  object: 'objects',
  record: 'workflow records',
  version: 'versions',
  alias: 'old addresses',
  votes: 'poll results',
  voter: 'voters',
  user: 'users',
  portrait: 'portraits',
  group: 'groups',
  formerUser: 'removed users',
}

/** `12 objects, 3 users`: the counts above zero. */
export function countsText(counts: PartCounts): string {
  const some = partKinds.filter(kind => counts[kind] > 0)
  return some.map(kind => `${counts[kind]} ${names[kind]}`).join(', ') || 'nothing'
}
