import { asOwner } from '@plenum/core'
import { createTestSite } from '@plenum/testkit'
import { typeChanges } from './changeTypes.js'

const membership = 'collective.multiworkflow.demo.foundation_member'

async function siteWith({ hasConsent = false, answer }: { hasConsent?: boolean; answer?: string } = {}) {
  const { site } = await createTestSite()
  const said: string[] = []
  const ask = answer === undefined ? null : async () => answer
  const changes = typeChanges({ site, hasConsent, prompt: ask, say: line => said.push(line) })
  const typeNamed = async (name: string) => (await asOwner(site, 'listTypes')).find(({ id }) => id === name)
  const before = (await typeNamed('Link'))?.behaviors ?? []
  return { changes, said, before, typeNamed, behaviors: async () => (await typeNamed('Link'))?.behaviors }
}

describe('plenum types add', () => {
  it('preserves the behaviors of a type and appends others, without duplicates', async () => {
    const { changes, said, before, behaviors } = await siteWith()
    await changes.add('Link', [membership, before[0] ?? '', membership])
    expect(await behaviors()).toEqual([...before, membership])
    expect(said).toEqual([`Link has the behaviors ${[...before, membership].join(', ')}.`])
  })

  it('lists the types for an unknown name, and refuses unknown behaviors', async () => {
    const { changes, before, behaviors } = await siteWith()
    await expect(changes.add('Nope', [membership])).rejects.toThrow(/no type Nope.*Document, .*Link/)
    await expect(changes.add('Link', ['garden.retention'])).rejects.toThrow('garden.retention, which does not exist')
    expect(await behaviors()).toEqual(before)
  })
})

describe('plenum types add and remove at the same time', () => {
  it('lose no change of each other', async () => {
    const { changes, before, behaviors } = await siteWith({ hasConsent: true })
    await Promise.all([
      changes.add('Link', [membership]),
      changes.add('Link', ['plone.richtext']),
      changes.remove('Link', ['plone.basic']),
    ])
    const others = before.filter(name => name !== 'plone.basic')
    expect(new Set(await behaviors())).toEqual(new Set([...others, membership, 'plone.richtext']))
  })
})

describe('plenum types remove', () => {
  it('removes behaviors and lists the fields and workflows that are lost', async () => {
    const { changes, said, before, behaviors } = await siteWith({ hasConsent: true })
    await changes.add('Link', [membership])
    await changes.remove('Link', ['plone.basic', membership])
    expect(await behaviors()).toEqual(before.filter(name => name !== 'plone.basic'))
    expect(said[1]).toBe(
      `Link loses the behaviors plone.basic, ${membership}, and with them the fields title, description and the workflows foundation_member_workflow. Stored values remain and return with them.`,
    )
  })

  it('refuses a behavior that the type does not have', async () => {
    const { changes, before, behaviors } = await siteWith({ hasConsent: true })
    await expect(changes.remove('Link', [membership])).rejects.toThrow(
      `Link does not have ${membership}. It has: ${before.join(', ')}.`,
    )
    expect(await behaviors()).toEqual(before)
  })
})

describe('plenum types set', () => {
  it('needs no confirmation if nothing is lost', async () => {
    const { changes, before, behaviors } = await siteWith()
    await changes.set('Link', [...before, membership])
    expect(await behaviors()).toEqual([...before, membership])
  })

  it('refuses to remove behaviors without --yes, and lists them', async () => {
    const { changes, said, before, behaviors } = await siteWith()
    await expect(changes.set('Link', ['plone.basic'])).rejects.toThrow(/Nothing was changed.*--yes.*types add/)
    expect(await behaviors()).toEqual(before)
    expect(said).toEqual([expect.stringMatching(/^Link loses the behaviors .*plone\.publication.*fields .*effective/)])
  })

  it.each([
    ['no', false],
    ['', false],
    ['y', true],
    ['Yes', true],
  ])('requests confirmation at a terminal, and after "%s" makes the change: %s', async (answer, isDone) => {
    const { changes, before, behaviors } = await siteWith({ answer })
    const set = changes.set('Link', ['plone.basic'])
    if (isDone) await set
    else await expect(set).rejects.toThrow('Nothing was changed')
    expect(await behaviors()).toEqual(isDone ? ['plone.basic'] : before)
  })

  it('makes the change with --yes', async () => {
    const { changes, behaviors } = await siteWith({ hasConsent: true })
    await changes.set('Link', ['plone.basic'])
    expect(await behaviors()).toEqual(['plone.basic'])
  })
})

describe('plenum types workflows', () => {
  it('refuses a first workflow that is not a primary one without --yes: nothing could be published', async () => {
    const { changes, said, typeNamed } = await siteWith()
    await expect(changes.setWorkflows('Event', ['translation_workflow'])).rejects.toThrow('Nothing was changed')
    expect(said).toEqual([
      expect.stringMatching(/^Event loses its review_state.*translation_workflow is not a primary workflow/),
    ])
    expect(await typeNamed('Event')).toMatchObject({
      workflows: ['simple_publication_workflow'],
      hasReviewState: true,
    })
  })

  it('with --yes removes them, and warns, even if the type had no review state before', async () => {
    const { changes, said } = await siteWith({ hasConsent: true })
    await changes.setWorkflows('Event', ['translation_workflow'])
    await changes.setWorkflows('File', ['translation_workflow'])
    expect(said.filter(line => /not a primary one/.test(line))).toEqual([
      expect.stringMatching(/^Event: /),
      expect.stringMatching(/^File: /),
    ])
  })

  it('lists transitions and permissions that several workflows share', async () => {
    const { changes, said } = await siteWith()
    await changes.setWorkflows('Event', ['simple_publication_workflow', 'folder_workflow'])
    expect(said).toEqual([
      'Event has the workflows simple_publication_workflow, folder_workflow.',
      expect.stringContaining('all manage "View"'),
      expect.stringContaining('all manage "Access contents information"'),
      expect.stringContaining('all manage "Modify portal content"'),
      'Event: the workflows simple_publication_workflow, folder_workflow all define the transition "publish"; a request runs the first one that can. Add a prefix to the ids of one of them.',
      expect.stringContaining('the transition "retract"'),
      'Existing content keeps its permissions until `plenum workflow repair`.',
    ])
  })

  it('without a workflow restores the default workflows of the type', async () => {
    const { changes, typeNamed } = await siteWith()
    await changes.setWorkflows('Event', ['intranet_workflow'])
    await changes.setWorkflows('Event', null)
    expect((await typeNamed('Event'))?.workflows).toEqual(['simple_publication_workflow'])
  })
})
