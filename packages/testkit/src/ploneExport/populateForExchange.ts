import type { JsonObject } from '@plenum/core'
import type { TestSite } from '../testSite.js'
import { addPublished } from '../testSite.js'

const page = { '@type': 'Document', title: 'Page' }
function later({ clock }: TestSite, milliseconds: number): void {
  clock.now += milliseconds
}

/** Adds content of every kind that exports treat specially. The times include fractions of seconds. */
export async function populateForExchange(site: TestSite): Promise<void> {
  later(site, 1234)
  await programme(site)
  await pages(site)
  await polls(site)
  await people(site)
  await site.run('editContent', '/', { as: 'max', input: edit({ title: 'Über uns', timezone: 'Europe/Berlin' }) })
  const items = [{ path: '/away', 'redirect-to': 'https://elsewhere.example/x' }]
  await site.run('addAliases', '/', { as: 'max', input: { items } })
}

const edit = (body: JsonObject) => ({ body, representation: false, lockToken: undefined })

async function uidOf({ platform }: TestSite, path: string): Promise<string> {
  const { lineage } = await platform.store.read(reader => reader.open(path))
  return lineage.at(-1)?.uid ?? ''
}

async function programme(site: TestSite): Promise<void> {
  const tracks = [{ id: 'web', title: 'Web', color: '#112233' }]
  const dates = { start: '2027-03-01T08:00:00Z', end: '2027-03-02T18:00:00Z' }
  await site.run('editContent', '/', { as: 'max', input: edit({ tracks, ...dates }) })
  await addPublished(site, '/', { '@type': 'Schedule', title: 'Programme', id: 'programme' })
  await addPublished(site, '/', { '@type': 'Venue', title: 'Venue', id: 'venue' })
  await addPublished(site, '/venue', { '@type': 'Room', title: 'Room', id: 'room' })
  for (const id of ['zoe', 'amy'])
    await addPublished(site, '/', { '@type': 'Presenter', title: id, id, email: `${id}@example.org`, categories: [] })
  const presenters = await Promise.all(['/zoe', '/amy'].map(path => uidOf(site, path)))
  const room = [await uidOf(site, '/venue/room')]
  const slot = { start: '2027-03-01T09:00:00Z', end: '2027-03-01T10:00:00Z', room, session_track: ['web'] }
  await addPublished(site, '/programme', { '@type': 'Talk', title: 'Talk', id: 'talk', presenters, ...slot })
}

async function pages(site: TestSite): Promise<void> {
  await addPublished(site, '/', { ...page, id: 'one', description: 'First' })
  later(site, 777)
  const blocks = { b: { '@type': 'teaser', href: [{ '@id': `../resolveuid/${await uidOf(site, '/one')}` }] } }
  const relatedItems = await Promise.all(['/venue', '/one'].map(path => uidOf(site, path)))
  await addPublished(site, '/one', { ...page, id: 'two, ü', blocks, relatedItems })
  for (const title of ['Second', 'Third']) {
    later(site, 333)
    await site.run('editContent', '/one', { as: 'edi', input: edit({ title, changeNote: `now ${title}` }) })
  }
  await site.run('editContent', '/one', { as: 'max', input: edit({ id: 'uno' }) })
  const entries = [{ id: 'rea', type: 'user', roles: { Editor: true } }]
  await site.run('editSharing', '/uno', { as: 'max', input: { entries, inherit: false } })
  const file = { filename: 'a:b.txt', 'content-type': 'text/plain', encoding: 'base64', data: 'aGVsbG8=' }
  await site.run('addContent', '/', { as: 'max', input: { '@type': 'File', title: 'File', id: 'file', file } })
  await site.run('addContent', '/', { as: 'sia', input: { ...page, id: 'sias' } })
  await site.run('copyObjects', '/uno', { as: 'max', input: { source: '/sias' } })
  await addPublished(site, '/', { '@type': 'Link', title: 'Link', id: 'link', remoteUrl: '/uno#x' })
}

async function polls(site: TestSite): Promise<void> {
  const options = [{ description: 'Yes' }, { description: 'No' }]
  const poll = { '@type': 'collective.polls.poll', title: 'Poll', options, close_date: '2030-01-01T00:00:00Z' }
  for (const id of ['shut', 'open']) {
    await site.run('addContent', '/', { as: 'max', input: { ...poll, id } })
    later(site, 5)
    await site.run('transitionContent', `/${id}`, { as: 'max', input: { transition: 'open', body: { comment: 'go' } } })
    const input = { body: { option_id: 1 }, token: () => null, admit: async () => {} }
    await site.run('castVote', `/${id}`, { as: 'mia', input })
  }
  await site.run('transitionContent', '/shut', { as: 'max', input: { transition: 'close', body: {} } })
  await addPublished(site, '/', { '@type': 'Profile', title: 'Ada', id: 'ada', email: 'ada@example.org' })
  const activate = { transition: 'activate', body: { workflow_id: 'foundation_member_workflow' } }
  await site.run('transitionContent', '/ada', { as: 'max', input: activate }).catch(() => null)
}

async function people({ platform }: TestSite): Promise<void> {
  const group = { title: '', description: 'D', email: 'g@example.org', roles: [] }
  await platform.users.change(['rex'], ({ users }) => ({
    users: [...users.values()].map(user => ({ ...user, groups: ['inner'], location: 'Here' })),
    groups: [
      { ...group, id: 'inner', groups: ['outer'] },
      { ...group, id: 'outer', roles: ['Editor'] },
    ],
  }))
}
