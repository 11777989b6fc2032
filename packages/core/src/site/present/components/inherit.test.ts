import { addPublished, createTestSite, type TestSite, testBase } from '@plenum/testkit'
import type { SearchParameters } from '../../../content/query/searchParameters.js'
import type { JsonObject } from '../../../foundation/json.js'

const settings = 'collective.techevent.event_settings'
const tracks = [{ id: 'web', title: 'Web', color: '#ff0000' }]

async function inherited({ run }: TestSite, path: string, behaviors?: string) {
  const parameters: SearchParameters = behaviors === undefined ? {} : { inherit: { behaviors } }
  return (await run('getComponent', path, { input: { name: 'inherit', parameters } })) as JsonObject
}

async function siteWithEvent(): Promise<TestSite> {
  const site = await createTestSite()
  const body = { title: 'Conference', tracks, start: '2027-03-01T08:00:00Z', end: '2027-03-01T18:00:00Z' }
  await site.run('editContent', '/', { as: 'max', input: { body, representation: false } })
  await addPublished(site, '/', { '@type': 'Document', id: 'a', title: 'A' })
  await addPublished(site, '/a', { '@type': 'Document', id: 'b', title: 'B' })
  return site
}

describe('inherited values (docs/content-and-access.md, Components, rule 9)', () => {
  it('are presented from the nearest object with the behavior', async () => {
    const site = await siteWithEvent()
    const names = `nothing.known,${settings}`
    const { '@id': id, [settings]: inheritedValue, ...others } = await inherited(site, '/a/b', names)
    expect(id).toBe(`${testBase}/a/b/@inherit?expand.inherit.behaviors=${names}`)
    expect(others).toEqual({})
    const { content } = await site.run('getContent', '/', {
      input: { batch: { start: 0, size: 1 }, metadata: [], fullObjects: false, withItems: true },
    })
    const { from, data } = inheritedValue as { from: JsonObject; data: JsonObject }
    expect(from).toEqual({ '@id': testBase, title: 'Conference' })
    expect(Object.keys(data).sort()).toEqual([
      'audience',
      'days',
      'durations_keynote',
      'durations_talk',
      'durations_training',
      'end',
      'levels',
      'mail_presenters',
      'release_schedule',
      'schedule_review_states',
      'start',
      'timezone',
      'tracks',
    ])
    for (const [name, value] of Object.entries(data)) expect(value).toEqual((content as JsonObject)[name])
  })

  it('are presented from the root of menus, even if it has no values', async () => {
    const { 'plone.navigationroot': root } = await inherited(await siteWithEvent(), '/a/b', 'plone.navigationroot')
    expect(root).toEqual({ from: { '@id': testBase, title: 'Conference' }, data: {} })
  })

  it('are empty without a requested behavior, and exclude objects that the caller may not view', async () => {
    const site = await siteWithEvent()
    expect(await inherited(site, '/a')).toEqual({})
    expect(await inherited(site, '/a', '')).toEqual({})
    expect(Object.keys(await inherited(site, '/a', 'no.such'))).toEqual(['@id'])
    const blocks = 'volto.blocks'
    await site.run('addContent', '/', { as: 'max', input: { '@type': 'Document', id: 'p', title: 'Private' } })
    await addPublished(site, '/p', { '@type': 'Link', id: 'l', title: 'Link', remoteUrl: 'https://example.org' })
    expect((await inherited(site, '/p/l', blocks))[blocks]).toMatchObject({ from: { '@id': testBase } })
  })
})
