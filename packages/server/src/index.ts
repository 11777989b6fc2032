export { shippedCatalogs } from './languages/loadCatalogs.js'
export { type OpenedMemoizer, openMemoizer } from './memoize/openMemoizer.js'
export { hashPassword, verifyPassword } from './passwords/hashes.js'
export { createProcessTurns, createWorld } from './world.js'
