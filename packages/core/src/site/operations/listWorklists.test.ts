import { buildCreation, createTestSite, type TestUser } from '@plenum/testkit'
import type { WorklistsInput } from './listWorklists.js'

async function pendingSite(count: number) {
  const { run, platform } = await createTestSite()
  const states = { simple_publication_workflow: 'pending' }
  const indexes = { workflow_states: ['simple_publication_workflow|pending'] }
  await platform.store.commit({
    creates: Array.from({ length: count }, (_, i) =>
      buildCreation(`/${i}`, {
        node: { type: 'Document', states },
        entry: { holders: ['Reviewer'], indexes: { ...indexes, modified: 5000 - i }, columns: { title: String(i) } },
      }),
    ),
  })
  const list = (as: TestUser, input: Partial<WorklistsInput> = {}) =>
    run('listWorklists', '/', { as, input: { batch: { start: 0, size: 25 }, ...input } })
  return { list }
}

describe('a worklist (docs/workflow-and-history.md, Worklists)', () => {
  it('counts exactly up to 1,000 objects', async () => {
    const { list } = await pendingSite(1000)
    expect((await list('rex')).items).toMatchObject([{ items_total: 1000, more: false }])
  })

  it('reports that more objects exist, and lists those that have waited longest', async () => {
    const { list } = await pendingSite(1010)
    const [first] = (await list('rex')).items
    expect(first).toMatchObject({ items_total: 1000, more: true })
    expect(first?.items.map(({ title }) => title)).toEqual(Array.from({ length: 25 }, (_, i) => String(1009 - i)))
    const [last] = (await list('rex', { batch: { start: 990, size: 25 } })).items
    expect(last?.items.map(({ title }) => title)).toEqual(Array.from({ length: 10 }, (_, i) => String(19 - i)))
  })

  it('has links to its batches alone', async () => {
    const { list } = await pendingSite(3)
    const worklist = 'simple_publication_workflow|reviewer_queue'
    const [batch] = (await list('rex', { batch: { start: 0, size: 2 }, worklist })).items
    const url = 'http://site.example/@worklists'
    expect(batch?.batching?.next).toBe(
      `${url}?b_start=2&worklist=simple_publication_workflow%7Creviewer_queue&b_size=2`,
    )
  })

  it('has only objects on which the caller can run a transition', async () => {
    const { list } = await pendingSite(2)
    expect(await list('mia')).toMatchObject({ items: [] })
  })

  it('is refused for an unknown name, with a list of the known names', async () => {
    const { list } = await pendingSite(0)
    await expect(list('rex', { worklist: 'nope' })).rejects.toMatchObject({
      code: 'bad-request',
      message: expect.stringContaining('simple_publication_workflow|reviewer_queue'),
    })
  })
})
