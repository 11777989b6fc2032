import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { anonymous, asOwner, createSite, memoryStore, type Site, translateEnglish } from '@plenum/core'
import { createNodePlatform } from '@plenum/platform'
import { addPublished, createTestSite } from '@plenum/testkit'
import { exportPlone } from './exportPlone.js'
import { importPlone } from './importPlone.js'

const folder = mkdtempSync(path.join(tmpdir(), 'releases-'))

afterAll(() => rmSync(folder, { recursive: true }))

const quiet = { say: () => {} }

async function scheduleFor(site: Site) {
  const input = () => ({ metadata: [] })
  const request = { path: '/', caller: anonymous, base: 'http://site.example', translate: translateEnglish, input }
  const { items } = await site.run('getSchedule', request)
  return items.flatMap(day => day.items.map(({ title, start }) => [title, start]))
}

it('an export of a site contains its releases, and an import restores them', async () => {
  const stores = memoryStore()
  const at = await createTestSite({ store: stores.content, users: stores.users, whole: stores.whole })
  at.clock.now = Date.UTC(2026, 0, 1)
  await addPublished(at, '/', { '@type': 'Schedule', id: 'schedule', title: 'Schedule' })
  const talk = { '@type': 'Talk', id: 'a', title: 'Moss', start: '2027-05-01T10:00:00Z', end: '2027-05-01T11:00:00Z' }
  await addPublished(at, '/schedule', talk)
  await at.run('releaseSchedule', '/', { as: 'max', input: { name: 'One', comment: 'First' } })
  const patch = (place: string, body: object) =>
    at.run('editContent', place, { as: 'max', input: { body: { ...body }, representation: false } })
  await patch('/', { release_schedule: true })
  await patch('/schedule/a', { title: 'Fern' })
  await exportPlone(at.site, folder, 'Site')
  const site = createSite(createNodePlatform(memoryStore()))
  await site.initialize({ title: 'Other', creator: 'admin' })
  const how = { folder, mayMerge: false, skipsUnknown: false, isDry: false }
  expect(await importPlone(site, how, quiet)).toBe(true)
  expect(await scheduleFor(site)).toEqual([['Moss', '2027-05-01T10:00:00+00:00']])
  const { items, is_enabled } = await asOwner(site, 'listScheduleReleases')
  expect(is_enabled).toBe(true)
  expect(items).toMatchObject([{ number: 1, name: 'One', comment: 'First', actor: 'max' }])
})
