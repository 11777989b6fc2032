import type { BallotBox } from '@plenum/core/ports'
import { createBallotBox } from '../../shared/ballots/ballotBox.js'
import type { Write } from '../../shared/writing/writer.js'
import { castBallots } from './castBallots.js'
import { createSettling, type Settling } from './settleVotes.js'

export interface Voting extends Settling {
  /** Uses a separate connection: votes do not wait for changes of content. */
  readonly writer: Settling['writer'] & { readonly write: Write }
}

/** Votes on PostgreSQL (docs/polls.md, Votes on PostgreSQL). `stop` ends the background job. */
export function postgresVotes({ writer, outside }: Voting): BallotBox & { stop(): Promise<void> } {
  const settling = createSettling({ writer, outside })
  const box = createBallotBox({ write: writer.write, cast: castBallots, onCounted: settling.soon })
  return { ...box, stop: settling.stop }
}
