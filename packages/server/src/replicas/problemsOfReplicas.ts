import type { ReplicaCounts, ReplicaProblem } from '@plenum/sql-store'

/** A sentence about why a replica is not used. */
export const problemsOfReplicas: Readonly<Record<ReplicaProblem, (one: Pick<ReplicaCounts, 'name'>) => string>> = {
  silent: ({ name }) => `The replica ${name} does not respond within half a second, or rejects the login.`,
  foreign: ({ name }) => `The database ${name} is not a copy of the one in DATABASE_URL and is never read.`,
  'no-standby': ({ name }) => `The server ${name} is not a standby and is never read.`,
  behind: ({ name }) => `The replica ${name} is more than REPLICA_MAX_LAG behind.`,
}
