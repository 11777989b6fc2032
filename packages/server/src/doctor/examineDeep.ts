import { createHash } from 'node:crypto'
import { type Finding, type FindingKind, isNotice, isRepairable, type Site } from '@plenum/core'
import type { Problem } from './problem.js'
import { translateFindings, wordExample } from './translateFinding.js'

/** The result of an examination of all stored data. */
export interface Examined {
  readonly problems: readonly Problem[]
  readonly hasRepairable: boolean
}

interface Found {
  count: number
  readonly examples: string[]
  readonly isFault: boolean
}

const mostExamples = 20

/** Examines all stored data. Reports the number of findings of each kind, and some of them as examples. */
export async function examineDeep(site: Site): Promise<Examined> {
  const found = new Map<FindingKind, Found>()
  let hasRepairable = false
  const note = (finding: Finding): void => {
    hasRepairable ||= isRepairable(finding)
    const known = found.get(finding.kind) ?? { count: 0, examples: [], isFault: !isNotice(finding) }
    found.set(finding.kind, known)
    known.count += 1
    if (known.examples.length < mostExamples) known.examples.push(wordExample(finding))
  }
  await site.examine({ newDigest: () => createHash('sha256'), onFinding: note })
  return { problems: [...found].map(asProblem), hasRepairable }
}

function asProblem([kind, { count, examples, isFault }]: readonly [FindingKind, Found]): Problem {
  const [what, remedy] = translateFindings(kind, count)
  const more = count > examples.length ? [`and ${count - examples.length} more`] : []
  return { what: [what, ...[...examples, ...more].map(line => `    ${line}`)].join('\n'), remedy, isFault }
}
