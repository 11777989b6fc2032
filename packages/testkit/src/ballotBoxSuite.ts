import { ballotChangeCases } from './ballotBox/ballotChangeCases.js'
import type { Store } from './ballotBox/ballotQueries.js'
import { castingCases } from './ballotBox/castingCases.js'
import { votesAgreeWithModel } from './ballotBox/modelCases.js'
import { simultaneousCases } from './ballotBox/simultaneousCases.js'
import { type Cases, type Runner, runCases } from './runner.js'

const parts: Readonly<Record<string, Cases<Store>>> = {
  voting: castingCases,
  'simultaneous votes': simultaneousCases,
  'votes and changes': ballotChangeCases,
}

/**
 * Defines the tests for a BallotBox and its ContentStore. `open` must return an empty store, which the suite closes.
 * `runs` is the number of random runs in which polls are compared with a model.
 */
export function ballotBoxSuite(runner: Runner, name: string, open: () => Promise<Store>, runs = 100): void {
  const openSubject = async () => {
    const store = await open()
    return { subject: store, close: () => store.close() }
  }
  runner.describe(name, () => {
    for (const [part, cases] of Object.entries(parts)) runner.describe(part, () => runCases(runner, cases, openSubject))
    runner.it(
      'polls agree with a model of a list of votes and a list of voters',
      () => votesAgreeWithModel(open, runs),
      60_000,
    )
  })
}
