import { type Runner, runCases } from './runner.js'
import { erasingCases } from './wholeStore/erasingCases.js'
import type { Stores } from './wholeStore/testedStores.js'
import { wholeCases } from './wholeStore/wholeCases.js'
import { writeCases } from './wholeStore/writeCases.js'

/**
 * Defines the tests for a WholeStore, in combination with the other stores of a site. `open` must return an empty
 * store, which the suite closes.
 */
export function wholeStoreSuite(runner: Runner, name: string, open: () => Promise<Stores>): void {
  const openSubject = async () => {
    const stores = await open()
    return { subject: stores, close: () => stores.close() }
  }
  runner.describe(name, () => runCases(runner, { ...wholeCases, ...writeCases, ...erasingCases }, openSubject))
}
