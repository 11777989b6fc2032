import { createTestSite, testMember } from '@plenum/testkit'
import { translateEnglish } from '../../foundation/messages.js'
import { memoryStore } from '../../memory/memoryStore.js'
import { asOwner } from '../asOwner.js'
import { createSite } from '../createSite.js'

const day = 86_400_000

async function copied(plan: boolean) {
  const { content, users, whole } = memoryStore()
  const test = await createTestSite({ store: content, users, whole })
  await test.run('addContent', '/', { as: 'max', input: { '@type': 'Document', id: 'page', title: 'Page' } })
  const body = { at: new Date(test.clock.now + day).toISOString() }
  if (plan) await test.run('planTransition', '/page', { as: 'max', input: { transition: 'publish', body } })
  const target = memoryStore()
  const copy = createSite({ ...test.platform, store: target.content, users: target.users, whole: target.whole })
  await test.site.backup(({ parts }) => copy.restore(parts))
  const request = { path: '/page', caller: testMember('max'), base: '', translate: translateEnglish } as const
  const plansOfCopy = () => copy.run('getWorkflowPlans', { ...request, input: () => undefined })
  return { ...test, copy, plansOfCopy }
}

describe('a restored site (docs/workflow-and-history.md, Timed transitions)', () => {
  it('has the plans, but runs them only after it is resumed', async () => {
    const { clock, site, copy, plansOfCopy } = await copied(true)
    expect(await plansOfCopy()).toMatchObject({ paused: true, items: [{ transition: 'publish' }] })
    clock.now += day
    expect(await copy.runDue()).toMatchObject({ ran: 0 })
    expect(await site.runDue()).toMatchObject({ ran: 1 })
    await asOwner(copy, 'pauseTransitions', { paused: false })
    expect(await copy.runDue()).toMatchObject({ ran: 1 })
    expect(await plansOfCopy()).toMatchObject({ paused: false, items: [] })
  })

  it('is not paused if nothing is planned', async () => {
    const { plansOfCopy } = await copied(false)
    expect(await plansOfCopy()).toMatchObject({ paused: false, items: [] })
  })
})
