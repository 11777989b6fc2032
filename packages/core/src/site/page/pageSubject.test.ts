import type { ContentPayload } from '../../answers/content.js'
import type { JsonObject } from '../../foundation/json.js'
import { shareText } from '../../foundation/sharedText.js'
import { withMembers } from '../../foundation/writeJson.js'
import { pageSubjects } from './pageSubject.js'

describe('the subject of the page of an object', () => {
  it('has the members of a shared payload, and those that the request adds', () => {
    const shared = { '@id': '/a', title: 'Shared', UID: '1' }
    const listings: readonly JsonObject[] = [{ items: [], items_total: 0 }, {}]
    for (const listing of listings) {
      const answer = withMembers(shareText({ ...shared }), listing) as unknown as ContentPayload
      expect(pageSubjects.object(answer).answer).toEqual({ ...shared, ...listing })
    }
  })
})
