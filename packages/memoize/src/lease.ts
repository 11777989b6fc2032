/**
 * `@plenum/memoize/lease`: ensures that only one of several processes computes a value. Pass `createLeases` as the
 * `leases` option of `createMemoizer`.
 */
export type { CreateLeases, LeaseOptions, Leases } from './calls/leases.js'
export { createLeases } from './lease/createLeases.js'
