/** `@plenum/memoize/lease`: one computation for several processes. Pass `createLeases` as the option `leases`. */
export type { CreateLeases, LeaseOptions, Leases } from './calls/leases.js'
export { createLeases } from './lease/createLeases.js'
