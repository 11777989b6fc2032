import { createHash } from 'node:crypto'
import { type Finding, type FindingKind, isNotice, isRepairable, type Site } from '@plenum/core'
import type { Problem } from './problem.js'
import { translateExample, translateFindings } from './translateFinding.js'

interface FindingGroup {
  count: number
  readonly examples: string[]
  readonly isFault: boolean
}

const maxExamples = 20

/** Examines all stored data, and reports the number of findings of each kind with some examples. */
export async function examineDeep(site: Site) {
  const groups = new Map<FindingKind, FindingGroup>()
  let hasRepairable = false
  const note = (finding: Finding): void => {
    hasRepairable ||= isRepairable(finding)
    const group = groups.get(finding.kind) ?? { count: 0, examples: [], isFault: !isNotice(finding) }
    groups.set(finding.kind, group)
    group.count += 1
    if (group.examples.length < maxExamples) group.examples.push(translateExample(finding))
  }
  await site.examine({ newDigest: () => createHash('sha256'), onFinding: note })
  return { problems: [...groups].map(asProblem), hasRepairable }
}

function asProblem([kind, { count, examples, isFault }]: readonly [FindingKind, FindingGroup]): Problem {
  const [description, remedy] = translateFindings(kind, count)
  const more = count > examples.length ? [`and ${count - examples.length} more`] : []
  return {
    description: [description, ...[...examples, ...more].map(line => `    ${line}`)].join('\n'),
    remedy,
    isFault,
  }
}
