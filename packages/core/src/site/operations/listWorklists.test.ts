import { buildCreation, createTestSite } from '@plenum/testkit'

describe('a worklist (docs/workflow-and-history.md, Worklists)', () => {
  it('has at most 1,000 objects, those that have waited longest', async () => {
    const { run, platform } = await createTestSite()
    const states = { simple_publication_workflow: 'pending' }
    const indexes = { workflow_states: ['simple_publication_workflow|pending'] }
    await platform.store.commit({
      creates: Array.from({ length: 1010 }, (_, i) =>
        buildCreation(`/${i}`, {
          node: { type: 'Document', states },
          entry: { holders: ['Reviewer'], indexes: { ...indexes, modified: 5000 - i }, columns: { title: String(i) } },
        }),
      ),
    })
    const [list] = await run('listWorklists', '/', { as: 'rex', input: undefined })
    expect(list?.items.map(({ title }) => title)).toEqual(Array.from({ length: 1000 }, (_, i) => String(1009 - i)))
  })
})
