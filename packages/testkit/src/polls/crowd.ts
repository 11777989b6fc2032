/**
 * The maximum number of concurrent calls. The limit ensures that the results of tests do not depend on the number of
 * connections that a machine can open.
 */
const atOnce = 64

/** Calls `act` for all people, with up to 64 concurrent calls. Rejects if a call fails. */
export async function crowd<T>(people: Iterable<T>, act: (person: T) => Promise<unknown>): Promise<void> {
  const queue = oneByOne(people)
  const task = async (): Promise<void> => {
    for (const person of queue) await act(person)
  }
  await Promise.all(Array.from({ length: atOnce }, task))
}

function* oneByOne<T>(people: Iterable<T>): Generator<T> {
  yield* people
}
