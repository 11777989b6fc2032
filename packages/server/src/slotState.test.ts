import { asOwner } from '@plenum/core'
import { createApp, feedRoutes } from '@plenum/express-adapter'
import { feeds } from '@plenum/feeds'
import { addPublished, createTestSite, password } from '@plenum/testkit'
import request from 'supertest'

interface NowItem {
  readonly now: readonly { readonly title: string }[]
  readonly next: { readonly title: string } | null
}

async function conference() {
  const site = await createTestSite()
  await asOwner(site.site, 'setTypeBehaviors', { type: 'Talk', behaviors: await behaviorsWithState(site) })
  await addPublished(site, '/', { '@type': 'Schedule', id: 's', title: 'Schedule' })
  const times = { start: '2027-05-01T08:00:00Z', end: '2027-05-01T09:00:00Z' }
  await addPublished(site, '/s', { '@type': 'Talk', id: 'talk', title: 'Talk', ...times })
  const app = createApp(site.site, { routes: feedRoutes(feeds), publicUrl: 'https://light.example' })
  const move = (transition: string, body: object = {}, user = 'rex') =>
    request(app).post(`/s/talk/@workflow/${transition}`).auth(user, password).accept('json').send(body)
  const get = (address: string) => request(app).get(address).accept('json').buffer()
  const slot = async () => (await get('/@schedule')).body.items[0].items[0]
  return { site, app, move, get, slot }
}

async function behaviorsWithState({ site }: Awaited<ReturnType<typeof createTestSite>>) {
  const types = await asOwner(site, 'listTypes')
  return [...(types.find(({ id }) => id === 'Talk')?.behaviors ?? []), 'plenum.slot_state']
}

describe('the state of a slot (docs/schedule.md, State of a slot)', () => {
  it('is a second workflow: a delay changes neither the times nor the review state', async () => {
    const { move, slot } = await conference()
    expect(await slot()).toMatchObject({
      delay: null,
      workflow_states: expect.arrayContaining(['slot_state_workflow|planned']),
    })
    await move('slot_delay', { delay: 15 }).expect(200)
    expect(await slot()).toMatchObject({
      ...{ delay: 15, start: '2027-05-01T08:00:00+00:00', end: '2027-05-01T09:00:00+00:00', review_state: 'published' },
      workflow_states: ['simple_publication_workflow|published', 'slot_state_workflow|late'],
    })
    await move('slot_delay', { delay: 20 }).expect(200)
    expect((await slot()).delay).toBe(20)
    await move('slot_resume').expect(200)
    expect(await slot()).toMatchObject({ delay: null })
  })

  it('accepts a delay of 1 to 1440 minutes from callers with the permission, and requires it', async () => {
    const { move, slot } = await conference()
    for (const delay of [-1, 0, 1441, 'soon', 1.5]) await move('slot_delay', { delay }).expect(400)
    for (const body of [{}, { delay: null }, { delay: '' }]) {
      const { status, text } = await move('slot_delay', body)
      expect([status, text]).toEqual([400, expect.stringContaining('This transition needs the value of delay.')])
    }
    const { status, text } = await move('slot_delay', { at: '2028-01-01T00:00:00Z' })
    expect([status, text]).toEqual([400, expect.stringContaining('cannot be planned')])
    await move('slot_delay', { delay: 5 }, 'mia').expect(400)
    expect((await slot()).delay).toBeNull()
  })

  it.each([
    ['slot_delay', 'CONFIRMED', 'DELAYED'],
    ['slot_cancel', 'CANCELLED', 'CANCELED'],
    ['slot_finish', 'CONFIRMED', 'CONFIRMED'],
  ])('after %s is %s in calendars and %s in schedule2.json', async (transition, status, state) => {
    const { move, get } = await conference()
    await move(transition, { delay: 10 }).expect(200)
    const { text } = await get('/@@schedule.ics')
    expect(text).toContain(`STATUS:${status}\r\n`)
    expect(text).toContain('SUMMARY:Talk\r\n')
    const { schedule } = (await get('/@@schedule2.json')).body
    expect(schedule.events).toMatchObject([{ title: 'Talk', state }])
  })

  it('is shown with the current and the next slot of each room, which a delay moves', async () => {
    const { site, get, move } = await conference()
    const next = { start: '2027-05-01T09:00:00Z', end: '2027-05-01T09:30:00Z' }
    await addPublished(site, '/s', { '@type': 'Talk', id: 'next', title: 'Next <talk>', ...next })
    site.clock.now = Date.parse('2027-05-01T08:30:00Z')
    const titles = async () => {
      const { items } = (await get('/@@now').expect(200)).body
      return items.map(({ now, next }: NowItem) => [now.map(({ title }) => title), next?.title ?? null])
    }
    expect(await titles()).toEqual([[['Talk'], 'Next <talk>']])
    await move('slot_delay', { delay: 45 }).expect(200)
    expect(await titles()).toEqual([[[], 'Talk']])
    site.clock.now = Date.parse('2027-05-01T09:20:00Z')
    expect(await titles()).toEqual([[['Talk', 'Next <talk>'], null]])
    await move('slot_finish').expect(200)
    expect(await titles()).toEqual([[['Next <talk>'], null]])
    await get('/s/@@now').expect(404)
    const { text } = await get('/@@now?room=attic').expect(404)
    expect(text).toContain('This event has no room attic.')
  })

  it('does not exist unless the type has the behavior', async () => {
    const site = await createTestSite()
    await addPublished(site, '/', { '@type': 'Schedule', id: 's', title: 'Schedule' })
    await addPublished(site, '/s', { '@type': 'Talk', id: 'talk', title: 'Talk', start: '2027-05-01T08:00:00Z' })
    const { body } = await request(createApp(site.site)).get('/@schedule').accept('json')
    expect(body.items[0].items[0]).not.toHaveProperty('delay')
  })
})
