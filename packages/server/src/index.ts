export { shippedCatalogs } from './languages/loadCatalogs.js'
export { type OpenedMemoizer, openMemoizer } from './memoize/openMemoizer.js'
export { hashPassword, rememberVerified, verifyPassword } from './passwords.js'
export { createProcessTurns, createWorld } from './world.js'
