import { DomainError, message } from '../../foundation/messages.js'
import { afterWriting } from './untilCommitted.js'

const unavailable = new DomainError('store-unavailable', message('store.unreadable', { seconds: 5 }), { retryAfter: 5 })

function failing(times: number, error: Error) {
  let failures = times
  return async () => {
    if (failures-- > 0) throw error
    return 'what was made'
  }
}

describe('the answer to a committed change (docs/http-answers.md, Faults of the database, rule 3)', () => {
  it('is read again if the store fails', async () => {
    expect(await afterWriting(failing(1, unavailable))).toBe('what was made')
  })

  it('is a refusal without a retry if it cannot be read', async () => {
    const error = await afterWriting(failing(2, unavailable)).catch((caught: DomainError) => caught)
    expect(error).toMatchObject({ code: 'outcome-unknown', cause: unavailable })
    expect((error as DomainError).details.retryAfter).toBeUndefined()
  })

  it('is not retried after an error that is not a failure of the store', async () => {
    const missing = new DomainError('not-found', message('store.too-long'))
    await expect(afterWriting(failing(1, missing))).rejects.toBe(missing)
  })
})
