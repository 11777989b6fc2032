import type { PoolClient, QueryConfig } from 'pg'
import { isAborted, isLost } from './faults.js'
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
  let failedBy: unknown
  const send = (query: QueryConfig) =>
    client.query(query).catch(error => {
      // Those who share the transaction are told what has failed, and not that something has.
      if (failedBy && isAborted(error)) throw failedBy
      failedBy = error
      throw error
    })
  const ask: Ask = (query: QueryConfig) => {
    const answer = last.then(() => send(query))
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
