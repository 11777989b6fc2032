import { rootPath } from '../../foundation/paths.js'
import { wholeOf } from '../portable/wholeOf.js'
import type { Environment } from '../run/environment.js'
import type { Examination, FileDigest } from './examination.js'
import { examineObjects } from './examineObjects.js'
import { examineAliases, examinePolls, examineStore, examineVersionsAndFiles } from './examineOthers.js'
import type { Finding } from './finding.js'

export interface ExamineOptions {
  /** Makes the digests by which files are kept: SHA-256 where the world is that of @plenum/world. */
  readonly newDigest: () => FileDigest
  /** Called for each finding, in no certain order. */
  readonly onFinding: (finding: Finding) => void
}

const examiners = [examineStore, examineObjects, examineVersionsAndFiles, examineAliases, examinePolls]

/** Looks through all that is kept, at one moment, for what does not fit together. Writes nothing. */
export function examineSite(environment: Environment, options: ExamineOptions): Promise<void> {
  return wholeOf(environment).read(async whole => {
    const [root] = (await whole.content.open(rootPath)).lineage
    const { newDigest, onFinding } = options
    const examination: Examination = {
      environment: environment.at(root),
      whole,
      turn: environment.turns,
      newDigest,
    }
    for (const examine of examiners) for await (const finding of examine(examination)) onFinding(finding)
  })
}
