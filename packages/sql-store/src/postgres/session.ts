import type { PoolClient, QueryConfig } from 'pg'
import { isLost } from './faults.js'
import type { Ask } from './postgresConnection.js'

/** A connection of the pool while one transaction has it. */
export interface Session {
  /** Sends statements one behind the other, also where several are asked at once. */
  readonly ask: Ask
  /** Ends the transaction, unless the connection is lost, and gives the connection back. */
  rollBack(): Promise<void>
  /** Gives the connection back; a lost one is closed. */
  release(): void
}

export function sessionOn(client: PoolClient): Session {
  let last: Promise<unknown> = Promise.resolve()
  let lostBy: Error | false = false
  const ask: Ask = (query: QueryConfig) => {
    const answer = last.then(() => client.query(query))
    last = answer.catch(error => {
      if (isLost(error)) lostBy ||= error
    })
    return answer
  }
  const release = () => client.release(lostBy)
  return {
    ask,
    rollBack: async () => {
      await last
      if (!lostBy)
        await ask({ text: 'ROLLBACK' }).catch(error => {
          lostBy = error
        })
      release()
    },
    release,
  }
}
