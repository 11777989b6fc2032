import type { WholeStore } from '../../portable/wholeStore.js'
import type { World } from '../run/environment.js'

/** The store of all that is kept. Throws where the world has none. */
export function wholeOf({ whole }: Pick<World, 'whole'>): WholeStore {
  if (whole) return whole
  throw new Error('Copies of a site need the port `whole` of its world.')
}
