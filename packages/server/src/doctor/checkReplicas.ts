import { setTimeout as delay } from 'node:timers/promises'
import type { ReplicaCounts, ReplicaProblem, Replicas } from '@plenum/sql-store'
import { problemsOfReplicas } from '../replicas/logReplicas.js'
import { fault, notice, type Problem } from './problem.js'

/** The maximum time to wait until all replicas are usable, and the pause between two checks, in milliseconds. */
const timeout = 3000
const pause = 100

const unused = 'The service reads from the other replicas and from the primary instead.'

const remedies: Readonly<Record<ReplicaProblem, string>> = {
  silent: 'Make sure that it is running and that host, port, user and password in DATABASE_READ_URL are correct.',
  foreign: 'Set DATABASE_READ_URL to a server that follows the primary by streaming replication.',
  'no-standby': 'Remove it from DATABASE_READ_URL, or make it a standby again.',
  behind:
    'Look in pg_stat_replication on the primary for the cause of the delay; if the replica is always behind, increase REPLICA_MAX_LAG.',
}

export async function checkReplicas({ all, look }: Pick<Replicas, 'all' | 'look'>): Promise<readonly Problem[]> {
  const problems = () => all.flatMap(({ counts }) => problemOf(counts()))
  const until = performance.now() + timeout
  do {
    await look()
    if (problems().length === 0) return []
    await delay(pause)
  } while (performance.now() < until)
  return problems()
}

function problemOf(replica: ReplicaCounts): readonly Problem[] {
  const { problem } = replica
  if (problem === null) return []
  const kind = problem === 'behind' ? notice : fault
  return [kind(`${problemsOfReplicas[problem](replica)} ${unused}`, remedies[problem])]
}
