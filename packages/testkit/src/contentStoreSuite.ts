import type { ContentStore } from '@plenum/core/ports'
import { searchAgreesWithMatchesQuery } from './contentStore/agreementCases.js'
import { aliasCases } from './contentStore/aliasCases.js'
import { changeCases } from './contentStore/changeCases.js'
import { eventCases } from './contentStore/eventCases.js'
import { expectedCases } from './contentStore/expectedCases.js'
import { fileCases } from './contentStore/fileCases.js'
import { invalidationCases } from './contentStore/invalidationCases.js'
import { lockCases } from './contentStore/lockCases.js'
import { manyObjectCases } from './contentStore/manyObjectCases.js'
import { orderCases } from './contentStore/orderCases.js'
import { readingCases } from './contentStore/readingCases.js'
import { renameCases } from './contentStore/renameCases.js'
import { searchCases } from './contentStore/searchCases.js'
import { sortCases } from './contentStore/sortCases.js'
import { subscriptionCases } from './contentStore/subscriptionCases.js'
import { textCases } from './contentStore/textCases.js'
import { timeCases } from './contentStore/timeCases.js'
import { treeCases } from './contentStore/treeCases.js'
import { versionCases } from './contentStore/versionCases.js'
import { type Cases, type Runner, runCases } from './runner.js'

const parts: Readonly<Record<string, Cases<ContentStore>>> = {
  reading: readingCases,
  files: fileCases,
  changes: changeCases,
  'expectations of changes': expectedCases,
  order: orderCases,
  renaming: renameCases,
  aliases: aliasCases,
  locks: lockCases,
  invalidations: invalidationCases,
  'the change feed': eventCases,
  'subscribers to the change feed': subscriptionCases,
  versions: versionCases,
  'times of records and versions': timeCases,
  search: searchCases,
  'text search': textCases,
  sorting: sortCases,
  trees: treeCases,
  'many objects': manyObjectCases,
}

/**
 * Defines the tests for a ContentStore. `open` must return an empty store, which the suite closes. `runs` is the number
 * of random searches whose hits are compared with the results of `matchesQuery`.
 */
export function contentStoreSuite(runner: Runner, name: string, open: () => Promise<ContentStore>, runs = 200): void {
  const openSubject = async () => {
    const store = await open()
    return { subject: store, close: () => store.close() }
  }
  runner.describe(name, () => {
    for (const [part, cases] of Object.entries(parts)) runner.describe(part, () => runCases(runner, cases, openSubject))
    runner.it('finds the objects that matchesQuery accepts', () => searchAgreesWithMatchesQuery(open, runs), 60_000)
  })
}
