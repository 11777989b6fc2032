/**
 * The published exports of `@plenum/testkit`: a test suite for each port, which is an interface that an application can
 * implement.
 */
export { ballotBoxSuite } from './ballotBoxSuite.js'
export { contentStoreSuite } from './contentStoreSuite.js'
export { pollVotesSuite } from './pollVotesSuite.js'
export type { Runner } from './runner.js'
export type { OpenedSharedStore } from './sharedStore/openedStore.js'
export { sharedStoreSuite } from './sharedStoreSuite.js'
export { userDirectorySuite } from './userDirectorySuite.js'
