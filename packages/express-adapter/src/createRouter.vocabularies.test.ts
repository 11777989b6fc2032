import { createTestSite } from '@plenum/testkit'
import request from 'supertest'
import { createApp } from './createApp.js'

const states = '/@vocabularies/collective.multiworkflow.vocabularies.WorkflowStates'

async function client() {
  const { site } = await createTestSite()
  return request(createApp(site, { publicUrl: 'http://site.example' }))
}

describe('vocabularies (docs/content-and-access.md, Vocabularies)', () => {
  it('are available to all callers', async () => {
    const { status, body } = await (await client()).get('/@vocabularies')
    expect(status).toBe(200)
    expect(body).toContainEqual({ '@id': `http://site.example${states}`, title: states.split('/').at(-1) })
  })

  it('of qualified states contain every state of every workflow, with both titles', async () => {
    const { body } = await (await client()).get(`${states}?b_size=-1`)
    expect(body).not.toHaveProperty('items_total')
    expect(body.items).toContainEqual({
      token: 'simple_publication_workflow|private',
      title: 'Simple Publication Workflow: Private',
    })
    expect(body.items).toContainEqual({ token: 'foundation_member_workflow|active', title: 'Membership: Active' })
    expect(body.items).toContainEqual({
      token: 'translation_workflow|confirmed',
      title: 'Translation status: Read over',
    })
  })

  it('are returned in batches, filtered by part of the title or by tokens', async () => {
    const agent = await client()
    const batch = (await agent.get(`${states}?b_size=2`)).body
    expect(batch.items).toHaveLength(2)
    expect(batch.batching.next).toBe(`http://site.example${states}?b_start=2&b_size=2`)
    const matches = (await agent.get(`${states}?title=MEMBERSHIP`)).body
    expect([matches.items_total, matches.items[0].token]).toEqual([3, 'foundation_member_workflow|pending'])
    const chosen = (await agent.get(`${states}?tokens:list=foundation_member_workflow|active`)).body
    expect(chosen.items).toEqual([{ token: 'foundation_member_workflow|active', title: 'Membership: Active' }])
  })

  it('are found by tokens in any case, and ignore empty filters', async () => {
    const agent = await client()
    const types = '/@vocabularies/plone.app.vocabularies.PortalTypes'
    const tokensOf = async (query: string) =>
      (await agent.get(`${types}?${query}`)).body.items.map((term: { token: string }) => term.token)
    expect(await tokensOf('token=document')).toEqual(['Document'])
    expect(await tokensOf('tokens:list=LINK&tokens:list=Document')).toEqual(['Link', 'Document'])
    expect(await tokensOf('title=&token=Link')).toEqual(['Link'])
    expect(await tokensOf('title=page&token=')).toEqual(['Document'])
  })

  it('are 404 if unknown, and 400 with two filters', async () => {
    const agent = await client()
    expect(await agent.get('/@vocabularies/nope')).toMatchObject({
      status: 404,
      body: { error: { type: 'Not Found' } },
    })
    expect((await agent.get(`${states}?title=a&token=b`)).status).toBe(400)
  })
})
