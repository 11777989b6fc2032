import type { Operation } from '../run/operation.js'

/** For addresses without a service: always refused like missing content. */
export const unknownService: Operation<undefined, null> = {
  permission: null,
  exists: () => false,
  run: async () => ({ answer: null }),
}
