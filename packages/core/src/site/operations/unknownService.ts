import type { Operation } from '../run/operation.js'

/** For addresses without a service: always refused like missing content. */
export const unknownService: Operation<undefined, null> = {
  permission: null,
  exists: () => false,
  run: async () => ({ answer: null }),
}

/** Asks only whether there is content at an address, which is told to everybody; refused like every other request. */
export const findContent: Operation<undefined, null> = {
  permission: null,
  run: async () => ({ answer: null }),
}
