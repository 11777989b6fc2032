/** So many act at a time: what a test of many is about is not how many connections a machine bears. */
const atOnce = 64

/** Lets people do something at the same time, who come one by one; stops letting them in when one of them fails. */
export async function crowd<T>(people: Iterable<T>, act: (person: T) => Promise<unknown>): Promise<void> {
  const queue = oneByOne(people)
  const work = async (): Promise<void> => {
    for (const person of queue) await act(person)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

function* oneByOne<T>(people: Iterable<T>): Generator<T> {
  yield* people
}
