import type { Operation } from '../run/operation.js'

/** For addresses without a service: always refused like missing content. */
export const unknownService: Operation<undefined, null> = {
  permission: null,
  exists: () => false,
  run: async () => ({ answer: null }),
}

/** Checks whether content exists at an address, which is public; refused like any other request. */
export const findContent: Operation<undefined, null> = {
  permission: null,
  run: async () => ({ answer: null }),
}
