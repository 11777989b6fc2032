import { DomainError, message } from '../../foundation/messages.js'
import { afterWriting } from './untilCommitted.js'

const gone = new DomainError('store-unavailable', message('store.unreadable', { seconds: 5 }), { retryAfter: 5 })

/** Fails so many times with an error, and then gives a value. */
function failing(times: number, error: Error) {
  let left = times
  return async () => {
    if (left-- > 0) throw error
    return 'what was made'
  }
}

describe('what a kept change is answered with (docs/http-answers.md, Faults of the database, rule 3)', () => {
  it('is read again where the store fails', async () => {
    expect(await afterWriting(failing(1, gone))).toBe('what was made')
  })

  it('is no refusal that asks for another try, where it cannot be read', async () => {
    const error = await afterWriting(failing(2, gone)).catch((caught: DomainError) => caught)
    expect(error).toMatchObject({ code: 'outcome-unknown', cause: gone })
    expect((error as DomainError).details.retryAfter).toBeUndefined()
  })

  it('tells other errors as they are, and tries nothing again', async () => {
    const missing = new DomainError('not-found', message('store.too-long'))
    await expect(afterWriting(failing(1, missing))).rejects.toBe(missing)
  })
})
