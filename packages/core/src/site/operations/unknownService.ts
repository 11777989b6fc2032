import type { Operation } from '../run/operation.js'

/** What asks for something that exists nowhere: refused like missing content, with what of the path is there. */
export const unknownService: Operation<undefined, null> = {
  permission: null,
  exists: () => false,
  run: async () => ({ answer: null }),
}
