import type { ContentPayload } from '../../answers/content.js'
import { pageSubjects } from './pageSubject.js'

describe('the subject of the page of an object', () => {
  it('has the members that the answer inherits from a shared payload', () => {
    const shared = { title: 'Shared', items: [] }
    const answer: ContentPayload = Object.assign(Object.create(shared), { UID: '1' })
    expect(pageSubjects.object(answer).answer).toMatchObject({ title: 'Shared', UID: '1', items: [] })
  })
})
