import { countingStore, createTestSite, testBase, testMember } from '@plenum/testkit'
import { DomainError, translator } from '../../foundation/messages.js'
import type { TransitionEvent, TransitionSubscriber } from '../../workflow/subscriber.js'

const profile = { '@type': 'Profile', id: 'pro', title: 'Ada', email: 'ada@example.org' }

async function siteWith(...subscribers: readonly TransitionSubscriber[]) {
  const { store, commits } = countingStore()
  const site = await createTestSite({ extensions: { subscribers }, store })
  await site.run('addContent', '/', { as: 'max', input: profile })
  const move = (transition: string) =>
    site.run('transitionContent', '/pro', { as: 'max', input: { transition, body: {} } })
  const states = async () => {
    const { lineage } = await site.platform.store.read(reader => reader.open('/pro'))
    return lineage.at(-1)?.states
  }
  return { ...site, move, states, commits }
}

const onPublish = (event: TransitionEvent): boolean => event.transition === 'publish'

describe('subscribers (docs/workflow-and-history.md, Subscribers)', () => {
  it('are called before and after each transition, with the current object', async () => {
    const events: unknown[] = []
    const record = (when: string) => (event: TransitionEvent) => {
      events.push([when, event.workflow, event.transition, event.from, event.to, event.object.states[event.workflow]])
      return undefined
    }
    const { move } = await siteWith({ before: record('before'), after: record('after') })
    events.length = 0
    await move('submit')
    expect(events).toEqual([
      ['before', 'simple_publication_workflow', 'submit', 'private', 'pending', 'private'],
      ['after', 'simple_publication_workflow', 'submit', 'private', 'pending', 'pending'],
    ])
  })

  it('are called at a creation once for each workflow, without a transition or a previous state', async () => {
    const events: unknown[] = []
    await siteWith({
      before: ({ workflow, transition, from, to, object }) => {
        events.push([workflow, transition, from, to, object.states])
        return undefined
      },
    })
    expect(events).toEqual([
      ['simple_publication_workflow', null, null, 'private', {}],
      ['foundation_member_workflow', null, null, 'pending', {}],
    ])
  })

  it('can prevent a creation, and request follow-up transitions at a creation', async () => {
    const refusing = await createTestSite({ extensions: { subscribers: [{ before: () => 'the house is full' }] } })
    await expect(refusing.run('addContent', '/', { as: 'max', input: profile })).rejects.toMatchObject({
      code: 'workflow-refused',
      message: 'The content was not added: the house is full.',
    })
    await expect(refusing.run('getWorkflow', '/pro', { as: 'max', input: undefined })).rejects.toThrow()
    const { states } = await siteWith({
      after: ({ transition, workflow }) =>
        transition === null && workflow === 'foundation_member_workflow' ? [{ transition: 'activate' }] : [],
    })
    expect(await states()).toEqual({ simple_publication_workflow: 'private', foundation_member_workflow: 'active' })
  })

  it('can reject a transition before or after it with a reason for the caller, and nothing is written', async () => {
    for (const subscriber of [
      { before: (event: TransitionEvent) => (onPublish(event) ? 'not on Fridays' : undefined) },
      { after: (event: TransitionEvent) => (onPublish(event) ? 'not on Fridays' : undefined) },
    ]) {
      const { move, states, platform } = await siteWith(subscriber)
      const stamp = async () => (await platform.store.read(reader => reader.open('/'))).stamp
      const before = await stamp()
      await expect(move('publish')).rejects.toMatchObject({
        code: 'workflow-refused',
        message: expect.stringContaining('not on Fridays'),
      })
      expect([await stamp(), await states()]).toMatchObject([before, { simple_publication_workflow: 'private' }])
      await move('submit')
    }
  })

  it('can reject a transition with a reason that catalogs translate', async () => {
    const { site } = await siteWith({ before: event => (onPublish(event) ? 'not on Fridays' : undefined) })
    const translate = translator({ 'not on Fridays': 'freitags nie', 'workflow.vetoed': '{transition}: {reason}.' })
    const request = { path: '/pro', caller: testMember('max'), base: testBase, translate }
    const transition = site.run('transitionContent', { ...request, input: () => ({ transition: 'publish', body: {} }) })
    const error = await transition.catch((cause: unknown) => cause)
    expect(error instanceof DomainError && translate(error.reason)).toBe('publish: freitags nie.')
  })

  it('can request a follow-up transition in the same change, which has no effect if its state is reached already', async () => {
    const { move, states, commits } = await siteWith({
      after: event => (onPublish(event) ? [{ transition: 'activate', workflow: 'foundation_member_workflow' }] : []),
    })
    const before = commits()
    await move('publish')
    expect(commits()).toBe(before + 1)
    expect(await states()).toEqual({ simple_publication_workflow: 'published', foundation_member_workflow: 'active' })
    await move('retract')
    await move('publish')
    expect(await states()).toMatchObject({ foundation_member_workflow: 'active' })
  })

  it('reject the whole change if a follow-up transition is impossible', async () => {
    const { move, states } = await siteWith({ after: event => (onPublish(event) ? [{ transition: 'lapse' }] : []) })
    await expect(move('publish')).rejects.toMatchObject({ code: 'workflow-refused' })
    expect(await states()).toMatchObject({ simple_publication_workflow: 'private' })
  })

  it('are stopped if they request follow-up transitions forever', async () => {
    const answers = { publish: 'retract', retract: 'publish' } as const
    const { move } = await siteWith({
      after: ({ transition }) =>
        transition === 'publish' || transition === 'retract' ? [{ transition: answers[transition] }] : [],
    })
    await expect(move('publish')).rejects.toThrow('more than 20')
  })
})
