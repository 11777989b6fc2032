import type { ReplicaCounts, ReplicaProblem } from '@plenum/sql-store'
import type { Logger } from 'pino'

/**
 * The time between two checks, in milliseconds. If a problem lasts for a shorter time, it may be visible only in the
 * metrics.
 */
const pause = 1000

/**
 * Logs when a replica is no longer used and when it is used again (docs/operate.md, Replicas). Stops when `end` is
 * called.
 */
export function logReplicas(
  replicas: () => readonly ReplicaCounts[],
  log: Pick<Logger, 'info' | 'warn'>,
): { end(): Promise<void> } {
  const logged = new Map<string, ReplicaProblem>()
  const look = (): void => {
    for (const replica of replicas()) logChange(replica)
  }
  const logChange = (replica: ReplicaCounts): void => {
    const { name, problem } = replica
    const before = logged.get(name) ?? null
    if (problem === before) return
    if (problem === null) logged.delete(name)
    else logged.set(name, problem)
    if (problem === null) log.info({ replica: name }, 'The replica is in use again.')
    else log.warn({ replica: name }, `${problemsOfReplicas[problem](replica)} It will not be used until it recovers.`)
  }
  if (replicas().length === 0) return { end: async () => {} }
  const timer = setInterval(look, pause).unref()
  return { end: async () => clearInterval(timer) }
}

/** The messages about a replica that is not used, by reason. */
export const problemsOfReplicas: Readonly<Record<ReplicaProblem, (one: Pick<ReplicaCounts, 'name'>) => string>> = {
  silent: ({ name }) => `The replica ${name} does not respond within half a second, or rejects the login.`,
  foreign: ({ name }) => `The database ${name} is not a copy of the one in DATABASE_URL and is never read.`,
  'no-standby': ({ name }) => `The server ${name} is not a standby and is never read.`,
  behind: ({ name }) => `The replica ${name} is more than REPLICA_MAX_LAG behind.`,
}
