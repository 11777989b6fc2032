import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createSite, defineOperation, type Member, memoryStore, type OwnChange, type Site } from '@plenum/core'
import { createNodePlatform } from '@plenum/platform'
import { openSite } from './openSite.js'

const ana: Member = { kind: 'member', id: 'ana', fullname: 'Ana', roles: ['Manager'], groups: [] }
const eve: Member = { ...ana, id: 'eve', roles: ['Contributor'] }

const retitle = defineOperation({
  summary: 'Publishes all pages with a subject below the object, and adds the subject to their titles',
  permission: 'Modify portal content',
  input: { type: 'object', required: ['subject'], properties: { subject: { type: 'string' } } },
  async decide({ search, read }, { subject }: { readonly subject: string }) {
    const { paths, total } = await search({ Subject: subject, portal_type: 'Document' }, { size: 20 })
    const pages = await Promise.all(paths.map(read))
    const change = pages.flatMap((page): OwnChange[] =>
      page
        ? [
            { path: page.path, update: { title: `${page.fields.title}: ${subject}` } },
            { path: page.path, transition: 'publish', comment: 'All' },
          ]
        : [],
    )
    return { answer: total, change }
  },
})

const make = defineOperation({
  summary: 'Makes the changes in its input',
  permission: null,
  input: { type: 'object' },
  decide: (_, { change }: { readonly change: readonly OwnChange[] }) => ({ answer: change.length, change }),
})

const operations = { pages: { retitle, make } }
const stores = ['memory', 'SQLite'] as const

describe.each(stores)('several changes of one operation in %s', kind => {
  let site: Site<typeof operations>
  let close: () => Promise<void>

  beforeEach(async () => {
    if (kind === 'memory') {
      site = createSite(createNodePlatform(memoryStore()), { operations })
      await site.initialize({ title: 'Garden', creator: 'ana' })
      close = async () => {}
    } else {
      const directory = mkdtempSync(path.join(tmpdir(), 'plenum-changes-'))
      const file = path.join(directory, 'site.sqlite')
      const opened = await openSite({ database: file, extensions: { operations }, background: false })
      site = opened
      close = async () => {
        await opened.close()
        rmSync(directory, { recursive: true })
      }
    }
    const { content } = site.as(ana)
    await content.create('/', { '@type': 'Document', id: 'shed', title: 'Shed' })
    for (const id of ['a', 'b'])
      await content.create('/shed', { '@type': 'Document', id, title: id, subjects: ['red'] })
  })
  afterEach(async () => {
    const findings: unknown[] = []
    await site.examine({ newDigest: () => createHash('sha256'), onFinding: finding => findings.push(finding) })
    await close()
    expect(findings).toEqual([])
  })

  const events = async () => {
    const kinds: string[] = []
    for await (const { kind: what, object } of site.changes()) kinds.push(`${what} ${object?.path}`)
    return kinds.slice(3)
  }
  const titles = async (...paths: readonly string[]) => {
    const all: string[] = []
    for (const one of paths) all.push(String((await site.as(ana).content.get(one)).title))
    return all
  }

  it('are committed together, and two changes of one object build on each other', async () => {
    const { pages, content } = site.as(ana)
    expect(await pages.retitle('/shed', { subject: 'red' })).toBe(2)
    expect(await titles('/shed/a', '/shed/b')).toEqual(['a: red', 'b: red'])
    expect((await content.get('/shed/a')).review_state).toBe('published')
    expect(await events()).toEqual(['transition /shed/a', 'transition /shed/b'])
    expect((await site.as(ana).search('/', { Title: 'red', review_state: 'published' })).total).toBe(2)
    expect((await site.as(ana).history.list('/shed/a')).map(({ action }) => action).toSorted()).toEqual([
      'Create',
      'Edited',
      'Edited',
      'publish',
    ])
  })

  it('change containers before their items, and create objects with distinct ids', async () => {
    const change: readonly OwnChange[] = [
      { create: { '@type': 'Document', title: 'Rake' } },
      { create: { '@type': 'Document', title: 'Rake' } },
      { path: '/shed/a', update: { title: 'Axe' } },
      { transition: 'publish' },
      { update: { title: 'Tool shed' } },
    ]
    expect(await site.as(ana).pages.make('/shed', { change })).toBe(5)
    expect(await titles('/shed', '/shed/a', '/shed/rake', '/shed/rake-1')).toEqual(['Tool shed', 'Axe', 'Rake', 'Rake'])
  })

  it('are not made at all if one of them is refused', async () => {
    const change: readonly OwnChange[] = [
      { path: '/shed/a', update: { title: 'Axe' } },
      { path: '/shed/b', transition: 'open' },
    ]
    await expect(site.as(ana).pages.make('/', { change })).rejects.toMatchObject({ code: 'workflow-refused' })
    const missing = [change[0], { path: '/nowhere', update: {} }] as readonly OwnChange[]
    await expect(site.as(ana).pages.make('/', { change: missing })).rejects.toMatchObject({ code: 'not-found' })
    expect(await titles('/shed/a')).toEqual(['a'])
    expect(await events()).toEqual([])
  })

  it('need the permissions of the site for other objects', async () => {
    for (const one of [{ update: { title: 'Eve' } }, { create: { '@type': 'Document' } }, { transition: 'publish' }]) {
      const change: readonly OwnChange[] = [{ path: '/shed/a', ...one }]
      await expect(site.as(eve).pages.make('/', { change })).rejects.toMatchObject({ name: 'DomainError' })
    }
    expect(await events()).toEqual([])
  })

  it('are not lost if others change the objects concurrently', async () => {
    const { pages, content } = site.as(ana)
    await Promise.all([
      pages.retitle('/shed', { subject: 'red' }),
      content.update('/shed/a', { description: 'Sharp' }),
      content.update('/shed/b', { description: 'Blunt' }),
    ])
    expect(await titles('/shed/a', '/shed/b')).toEqual(['a: red', 'b: red'])
    expect((await content.get('/shed/b')).description).toBe('Blunt')
  })

  it('are limited to 50, and cannot rename objects', async () => {
    const { pages } = site.as(ana)
    const many = Array.from({ length: 51 }, (): OwnChange => ({ update: { title: 'Many' } }))
    await expect(pages.make('/shed', { change: many })).rejects.toThrow('at most 50 changes, but this one makes 51')
    const change: readonly OwnChange[] = [{ path: '/shed/a', update: { id: 'c' } }, { update: { title: 'Renamed' } }]
    await expect(pages.make('/shed', { change })).rejects.toThrow('cannot rename an object')
  })
})
