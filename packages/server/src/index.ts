export { shippedCatalogs } from './languages/loadCatalogs.js'
export { hashPassword, rememberVerified, verifyPassword } from './passwords.js'
export { createWorld } from './world.js'
