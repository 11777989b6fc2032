import type { WholeStore } from '../../portable/wholeStore.js'
import type { Platform } from '../run/environment.js'

/** The port to all stored data. Throws if the platform has none. */
export function wholeOf({ whole }: Pick<Platform, 'whole'>): WholeStore {
  if (whole) return whole
  throw new Error('Copying a site requires the `whole` port of its platform.')
}
