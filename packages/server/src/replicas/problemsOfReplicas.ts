import type { ReplicaCounts, ReplicaProblem } from '@plenum/sql-store'

/** A sentence about why a replica is not used. */
export const problemsOfReplicas: Readonly<Record<ReplicaProblem, (one: Pick<ReplicaCounts, 'name'>) => string>> = {
  silent: ({ name }) => `The replica ${name} does not answer within half a second, or does not let this user in.`,
  foreign: ({ name }) => `The database ${name} is no copy of that in DATABASE_URL, and is never read.`,
  'no-standby': ({ name }) => `The server ${name} follows no other one, and is never read.`,
  behind: ({ name }) => `The replica ${name} is more than REPLICA_MAX_LAG behind.`,
}
