import { rootPath } from '../../foundation/paths.js'
import { wholeOf } from '../portable/wholeOf.js'
import type { Environment } from '../run/environment.js'
import { examineObjects } from './examineObjects.js'
import {
  examineAliases,
  examinePolls,
  examineProgrammes,
  examineStore,
  examineVersionsAndFiles,
} from './examineOthers.js'
import type { Examination, FileDigest, Finding } from './finding.js'
import { examinePresenterIds } from './presenterIds.js'

export interface ExamineOptions {
  /** Creates the function that computes the digest of a stored file. `@plenum/platform` provides SHA-256. */
  readonly newDigest: () => FileDigest
  /** The function that is called for each finding. The order of the findings is undefined. */
  readonly onFinding: (finding: Finding) => void
}

const examiners = [
  examineStore,
  examineObjects,
  examineVersionsAndFiles,
  examineAliases,
  examinePolls,
  examineProgrammes,
  examinePresenterIds,
]

export const examineSite = (environment: Environment, options: ExamineOptions): Promise<void> =>
  wholeOf(environment).read(async whole => {
    const [root] = (await whole.content.open(rootPath)).lineage
    const { newDigest, onFinding } = options
    const examination: Examination = {
      environment: environment.at(root),
      whole,
      slice: environment.scheduler,
      newDigest,
    }
    for (const examine of examiners) for await (const finding of examine(examination)) onFinding(finding)
  })
