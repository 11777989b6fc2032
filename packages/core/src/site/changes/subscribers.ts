import type { Instant } from '../../foundation/instants.js'
import type { Environment } from '../run/environment.js'

/** The state of a subscriber to the change feed. */
export interface SubscriberStatus {
  readonly name: string
  /** The number of events that the subscriber has not processed. */
  readonly waiting: number
  /** The number of failed calls since the last successful call. */
  readonly attempts: number
  /** The error message of the last call, or null if the call was successful. */
  readonly error: string | null
  /** The time of the next attempt, or null if the last call was successful or the subscriber is parked. */
  readonly retryAt: Instant | null
  /**
   * The time when the subscriber was parked, which happens after ten failed calls or if events are deleted before they
   * are delivered. The value is null if the subscriber is not parked.
   */
  readonly parkedAt: Instant | null
}

export const subscriberStatus = ({ store }: Pick<Environment, 'store'>): Promise<readonly SubscriberStatus[]> =>
  store.read(async reader => {
    const { newest } = await reader.feedState()
    return (await reader.subscriptions()).map(({ name, position, attempts, error, retryAt, parkedAt }) => {
      return { name, waiting: Math.max(0, newest - position), attempts, error, retryAt, parkedAt }
    })
  })

const maxNameLength = 100

export function subscriberProblems(subscribers: Environment['changeSubscribers']): readonly string[] {
  const names = subscribers.map(({ name }) => name)
  return [
    ...names
      .filter(name => name === '' || name.length > maxNameLength)
      .map(name => `The name of the change subscriber "${name}" must have 1 to ${maxNameLength} characters.`),
    ...names
      .filter((name, i) => names.indexOf(name) !== i)
      .map(name => `Two change subscribers have the name "${name}".`),
  ]
}
