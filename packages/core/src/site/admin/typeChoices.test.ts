import { createTestSite } from '@plenum/testkit'
import { asOwner } from '../asOwner.js'

const membership = 'collective.multiworkflow.demo.foundation_member'

async function siteWithPage() {
  const site = await createTestSite()
  await site.run('addContent', '/', { as: 'max', input: { '@type': 'Document', id: 'page', title: 'Page' } })
  const types = await asOwner(site.site, 'listTypes')
  const document = types.find(({ id }) => id === 'Document')?.behaviors ?? []
  const status = () => site.run('getWorkflow', '/page', { as: 'max', input: undefined })
  const countIn = async (state: string) => {
    const input = {
      batch: { start: 0, size: 9 },
      metadata: [],
      fullObjects: false,
      parameters: { workflow_states: state },
    }
    return (await site.run('searchContent', '/', { as: 'max', input })).total
  }
  return { ...site, document, status, countIn }
}

describe('behaviors and workflows of a type (docs/content-and-access.md, Types and behaviors, rule 6)', () => {
  it('let existing objects participate immediately, in the initial state, in the same change', async () => {
    const { site, document, status, countIn, run } = await siteWithPage()
    expect(await status()).not.toHaveProperty('chain')
    await asOwner(site, 'setTypeBehaviors', { type: 'Document', behaviors: [...document, membership] })
    const { chain } = await status()
    expect(chain).toMatchObject([
      { workflow_id: 'simple_publication_workflow' },
      {
        workflow_id: 'foundation_member_workflow',
        state: { id: 'pending' },
        history: [],
        transitions: [{ title: 'Activate' }],
      },
    ])
    expect(await countIn('foundation_member_workflow|pending')).toBe(1)
    await run('transitionContent', '/page', { as: 'max', input: { transition: 'activate', body: {} } })
    expect([
      await countIn('foundation_member_workflow|pending'),
      await countIn('foundation_member_workflow|active'),
    ]).toEqual([0, 1])
  })

  it('preserve the records if they are removed, and use them if they are added again', async () => {
    const { site, document, status, countIn, run } = await siteWithPage()
    await asOwner(site, 'setTypeBehaviors', { type: 'Document', behaviors: [...document, membership] })
    await run('transitionContent', '/page', { as: 'max', input: { transition: 'activate', body: {} } })
    await asOwner(site, 'setTypeBehaviors', { type: 'Document', behaviors: document })
    expect(await status()).not.toHaveProperty('chain')
    expect(await countIn('foundation_member_workflow|active')).toBe(0)
    await asOwner(site, 'setTypeBehaviors', { type: 'Document', behaviors: [...document, membership] })
    expect((await status()).chain).toMatchObject([{}, { state: { id: 'active' }, history: [{ action: 'activate' }] }])
  })

  it('are rejected with all problems and without changes if they or their type do not exist', async () => {
    const { site, document } = await siteWithPage()
    await expect(
      asOwner(site, 'setTypeBehaviors', { type: 'Document', behaviors: [...document, 'nope', 'nada'] }),
    ).rejects.toThrow(/nope[\s\S]*nada/)
    await expect(asOwner(site, 'setTypeBehaviors', { type: 'Nope', behaviors: [] })).rejects.toThrow('Nope')
    expect((await asOwner(site, 'listTypes')).find(({ id }) => id === 'Document')?.behaviors).toEqual(document)
  })

  it('change its primary workflow, with the initial state for objects without a record and the old state on return', async () => {
    const { site, status, run } = await siteWithPage()
    await run('transitionContent', '/page', { as: 'max', input: { transition: 'publish', body: {} } })
    await asOwner(site, 'setTypeWorkflows', { type: 'Document', workflows: ['intranet_workflow'] })
    const { state, transitions } = await status()
    expect(state).toEqual({ id: 'internal', title: 'Internal draft' })
    expect(transitions).toMatchObject([{ title: 'Make private' }, { title: 'Publish internally' }, expect.anything()])
    expect((await asOwner(site, 'listTypes')).find(({ id }) => id === 'Document')?.workflows).toEqual([
      'intranet_workflow',
    ])
    expect(await asOwner(site, 'repairPermissions')).toBe(1)
    await expect(asOwner(site, 'setTypeWorkflows', { type: 'Document', workflows: ['nope'] })).rejects.toThrow(
      'Type Document: names the workflow nope',
    )
    await asOwner(site, 'setTypeWorkflows', { type: 'Document', workflows: null })
    expect((await status()).state).toMatchObject({ id: 'published' })
  })

  it('are compared in advance with the losses of objects, without changes', async () => {
    const { site, document } = await siteWithPage()
    const preview = (kind: 'behaviors' | 'workflows', names: readonly string[]) =>
      asOwner(site, 'previewTypeLosses', { type: 'Document', kind, names })
    const nothing = { behaviors: [], fields: [], workflows: [], reviewState: false }
    expect(await preview('behaviors', [...document, membership])).toEqual(nothing)
    const withoutBasic = document.filter(name => name !== 'plone.basic')
    expect(await preview('behaviors', withoutBasic)).toEqual({
      ...nothing,
      behaviors: ['plone.basic'],
      fields: ['title', 'description'],
    })
    expect(await preview('workflows', ['foundation_member_workflow'])).toEqual({
      ...nothing,
      workflows: ['simple_publication_workflow'],
      reviewState: true,
    })
    await expect(preview('behaviors', ['nope'])).rejects.toThrow('nope')
    expect((await asOwner(site, 'listTypes')).find(({ id }) => id === 'Document')?.behaviors).toEqual(document)
  })

  it('are listed with the transition ids that several workflows of the type share', async () => {
    const { site } = await siteWithPage()
    const shared = async () => (await asOwner(site, 'listTypes')).find(({ id }) => id === 'Document')?.sharedTransitions
    expect(await shared()).toEqual({})
    const workflows = ['simple_publication_workflow', 'intranet_folder_workflow', 'folder_workflow']
    await asOwner(site, 'setTypeWorkflows', { type: 'Document', workflows })
    expect(await shared()).toEqual({
      publish: ['simple_publication_workflow', 'folder_workflow'],
      retract: ['simple_publication_workflow', 'folder_workflow'],
      hide: ['intranet_folder_workflow', 'folder_workflow'],
    })
  })

  it('are neither set by a PATCH of the site root nor part of its payload', async () => {
    const { run } = await siteWithPage()
    const input = { body: { type_behaviors: { Document: [] } }, representation: true }
    const answer = await run('editContent', '/', { as: 'max', input })
    expect(answer?.content).not.toHaveProperty('type_behaviors')
    expect((await run('getWorkflow', '/page', { as: 'max', input: undefined })).state).toMatchObject({ id: 'private' })
  })
})
