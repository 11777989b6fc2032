export { openCheckpoint } from './checkpoint/openCheckpoint.js'
export { shippedCatalogs } from './languages/loadCatalogs.js'
export { type OpenedMemoizer, openMemoizer } from './memoize/openMemoizer.js'
export { type LargeBodies, openLargeBodies } from './uploads/openLargeBodies.js'
