/** `@plenum/memoize/lease`: one computation among processes. Pass `createLeases` as the option `leases`. */
export type { CreateLeases, LeaseOptions, Leases } from './calls/leases.js'
export { createLeases } from './lease/createLeases.js'
