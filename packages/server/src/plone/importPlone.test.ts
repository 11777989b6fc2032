import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { asOwner, createSite, type JsonObject, memoryStore } from '@plenum/core'
import { allParts, type Part, partKinds, type WholeStore } from '@plenum/core/ports'
import { createNodePlatform } from '@plenum/platform'
import {
  createTestSite,
  type PloneExport,
  ploneHash,
  plonePage,
  ploneRoot,
  ploneUid,
  publishedRecords,
  type TestSite,
  writePloneExport,
} from '@plenum/testkit'
import { openDatabase } from '../database.js'
import { importPlone, type PloneImport } from './importPlone.js'

let folder: string
const closing: (() => Promise<void>)[] = []

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'plenum-plone-'))
})

afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  rmSync(folder, { recursive: true })
})

const kinds = {
  memory: () => memoryStore(),
  SQLite: () => openDatabase(path.join(folder, `${closing.length}.db`)),
} as const

interface Opened extends TestSite {
  readonly whole: WholeStore
}

async function openSite(kind: keyof typeof kinds = 'memory'): Promise<Opened> {
  const { content, users, whole, close } = kinds[kind]()
  closing.push(close)
  return { ...(await createTestSite({ store: content, users, whole })), whole }
}

async function moveIn({ site }: Pick<Opened, 'site'>, source: PloneExport | null, how: Partial<PloneImport> = {}) {
  const from = path.join(folder, 'export')
  if (source) writePloneExport(from, source)
  const report = path.join(folder, 'report')
  const said: string[] = []
  const options = { folder: from, mayMerge: false, skipsUnknown: false, isDry: false, report, ...how }
  const done = await importPlone(site, options, { say: line => void said.push(line) })
  return { done, said, lines: readFileSync(report, 'utf8').trim().split('\n') }
}

const whole = { batch: { start: 0, size: 100 }, fullObjects: false, withItems: true } as const

async function get({ run }: Pick<Opened, 'run'>, at: string): Promise<JsonObject> {
  const { content, listing } = await run('getContent', at, { as: 'max', input: whole as never })
  return { ...content, items: (listing?.items ?? []) as readonly JsonObject[] }
}

const partsOf = ({ whole }: Pick<Opened, 'whole'>): Promise<readonly string[]> =>
  whole.read(async reader => {
    const parts: Part[] = []
    for await (const part of allParts(reader, partKinds)) parts.push(part)
    return parts.map(part => JSON.stringify(part, (_, value) => (value instanceof Map ? [...value] : value)))
  })

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const picture = (at: string, blob = `${ploneUid(at)}/image/a.png`) => ({
  '@id': at,
  '@type': 'Image',
  title: 'A picture',
  image: { filename: 'a.png', 'content-type': 'image/png', size: png.length, width: 1, height: 1, blob_path: blob },
})

const voting = {
  '@type': 'collective.polls.poll',
  options: ['A', 'B'].map((description, option_id) => ({ description, option_id })),
  max_choices: 1,
  allow_anonymous: true,
  show_results: true,
  results_graph: 'bar',
  shuffle_options: false,
}

const garden: PloneExport = {
  objects: [
    plonePage('/news', {
      description: 'What is new',
      subjects: ['a', 'b'],
      effective: '2026-03-01T11:00:07+00:00',
      relatedItems: undefined,
    }),
    plonePage('/news/spring', {
      changeNote: 'Third',
      changeActor: 'ada',
      'exportimport.versions': {
        0: {
          '@type': 'Document',
          title: 'First title',
          modified: '2026-03-01T10:30:00+00:00',
          language: '',
          relatedItems: [],
        },
        1: {
          '@type': 'Document',
          title: 'Second title',
          modified: '2026-03-01T12:00:00+00:00',
          language: '',
          relatedItems: [],
        },
      },
    }),
    picture('/news/a.png'),
    plonePage('/poll', {
      ...voting,
      review_state: 'closed',
      workflow_history: {
        poll_workflow: ['private', 'open', 'closed'].map((review_state, hour) => ({
          action: [null, 'open', 'close'][hour],
          actor: 'admin',
          comments: '',
          review_state,
          time: `2026-03-01T1${hour}:00:00+00:00`,
        })),
      },
      'collective.polls.votes': { counts: { 0: 2, 1: 1 }, voters: ['ada', 'mia', 'Anonymous-abcdefghijklmnopqrstuv'] },
    }),
    plonePage('/ada', {
      '@type': 'Profile',
      email: 'ada@example.org',
      workflow_history: {
        simple_publication_workflow: publishedRecords(),
        foundation_member_workflow: [
          {
            action: 'activate',
            actor: 'admin',
            comments: '',
            workflow_states: 'active',
            time: '2026-03-01T10:30:00+00:00',
          },
        ],
      },
    }),
  ],
  metadata: {
    local_roles: {
      [ploneUid('/news')]: { local_roles: { ada: ['Owner'], crew: ['Editor'], nobody: ['Reader'] } },
      [ploneUid('/news/spring')]: { local_roles: { admin: ['Owner'], mia: ['Reader'] }, block: 1 },
    },
  },
  principals: {
    groups: [
      {
        groupid: 'crew',
        title: 'Crew',
        description: '',
        email: 'crew@example.org',
        roles: [],
        groups: [],
        principals: ['ada'],
      },
    ],
    members: [
      {
        username: 'ada',
        login_name: 'ada',
        password: ploneHash('Old-secret-1'),
        roles: ['Member'],
        groups: [],
        fullname: 'Ada',
        email: 'ada@example.org',
      },
      {
        username: 'bob',
        login_name: 'bob@example.org',
        password: '{BCRYPT}$2b$12$abc',
        roles: ['Member'],
        groups: ['crew'],
        fullname: 'Bob',
        email: '',
      },
    ],
  },
  relations: [
    { from_uuid: ploneUid('/news/spring'), from_attribute: 'relatedItems', to_uuid: ploneUid('/poll') },
    { from_uuid: ploneUid('/news/spring'), from_attribute: 'relatedItems', to_uuid: ploneUid('/news') },
    { from_uuid: ploneUid('/news/spring'), from_attribute: 'relatedItems', to_uuid: 'f'.repeat(32) },
    { from_uuid: ploneUid('/news'), from_attribute: 'isReferencing', to_uuid: ploneUid('/poll') },
  ],
  redirects: {
    '/Plone/before': '/Plone/news/spring',
    '/Plone/long-ago': '/Plone/before',
    '/Plone/lost': '/Plone/nowhere',
  },
  blobs: { [`${ploneUid('/news/a.png')}/image/a.png`]: png },
}

describe.each(['memory', 'SQLite'] as const)('a Plone export imported into %s', kind => {
  it('preserves UIDs, dates, creators, order, relations and files; a second import changes nothing', async () => {
    const site = await openSite(kind)
    const { done, said } = await moveIn(site, garden)
    expect([done, said[0]]).toEqual([true, expect.stringContaining('was imported')])
    expect(await get(site, '/news/spring')).toMatchObject({
      UID: ploneUid('/news/spring'),
      created: '2026-03-01T10:00:00+00:00',
      modified: '2026-03-01T10:00:00+00:00',
      review_state: 'published',
      relatedItems: [{ title: 'poll' }, { title: 'news' }],
    })
    expect(await get(site, '/news')).toMatchObject({ effective: '2026-03-01T11:00:07+00:00', subjects: ['a', 'b'] })
    expect((await get(site, '/')).items).toMatchObject([{ title: 'news' }, { title: 'poll' }, { title: 'ada' }])
    expect((await get(site, '/news/a.png')).image).toMatchObject({ size: png.length, width: 1, filename: 'a.png' })
    const before = await partsOf(site)
    const again = await moveIn(site, null, { mayMerge: true })
    expect(again.said.filter(line => / [1-9]\d* (created|changed)/.test(line))).toEqual([])
    expect(await partsOf(site)).toEqual(before)
  })

  it.each([
    ['a truncated source', (data: string) => renameSync(data, `${data}.away`), /changed during the import/],
    ['an interruption', () => void process.emit('SIGTERM', 'SIGTERM'), /^Interrupted\. .* nothing was written/],
  ])('is imported completely or not at all: %s leaves nothing, not even files', async (_, disturb, sentence) => {
    const site = await openSite(kind)
    const before = await partsOf(site)
    writePloneExport(path.join(folder, 'export'), garden)
    const data = path.join(folder, 'export/content', ploneUid('/ada'), 'data.json')
    const report = path.join(folder, 'report')
    let steps = 0
    const write = site.whole.write.bind(site.whole)
    // `write` is called after the files have been stored and before the content is written.
    Object.assign(site.whole, {
      write: (...parameters: Parameters<typeof write>) => {
        steps += 1
        if (steps === 2) disturb(data)
        return write(...parameters)
      },
    })
    const options = { folder: path.join(folder, 'export'), mayMerge: false, skipsUnknown: false, isDry: false, report }
    await expect(importPlone(site.site, options, { say: () => {} })).rejects.toThrow(sentence)
    expect(await partsOf(site)).toEqual(before)
  })
})

describe('a Plone export', () => {
  it('reports every difference after the import', async () => {
    const { lines } = await moveIn(await openSite(), garden)
    const notes = lines.filter(line => line.startsWith('Note:')).join('\n')
    expect(notes).toContain('gives roles to the unknown user or group nobody')
    expect(notes).toContain(`relatedItems: points to ${'f'.repeat(32)}, which is missing`)
    expect(notes).toContain('members.bob.login_name: will log in with the id')
    expect(notes).toContain('members.bob.password: has a password in an unknown scheme')
    expect(notes).toContain('(/lost): is an old address of /nowhere')
    expect(notes).toContain('/Plone/before, which redirects to /Plone/news/spring')
  })

  it('includes versions to revert to, with the note of the newest', async () => {
    const site = await openSite()
    await moveIn(site, garden)
    const history = (await site.run('getHistory', '/news/spring', {
      as: 'max',
      input: { start: 0, size: null },
    })) as unknown
    const entries = JSON.stringify(history)
    expect(entries).toContain('Third')
    const versionOf = async (version: string) =>
      (
        await site.run('getVersion', '/news/spring', {
          as: 'max',
          input: { ...whole, withItems: false, version } as never,
        })
      ).content as JsonObject
    expect([(await versionOf('0')).title, (await versionOf('1')).title, (await versionOf('2')).title]).toEqual([
      'First title',
      'Second title',
      'spring',
    ])
    await site.run('revertVersion', '/news/spring', { as: 'max', input: { version: 0 } })
    expect((await get(site, '/news/spring')).title).toBe('First title')
  })

  it('includes the votes of closed polls: voters may not vote again after the poll is reopened', async () => {
    const site = await openSite()
    await moveIn(site, garden)
    const [poll] = await asOwner(site.site, 'exportPolls')
    const votes = { counts: { '0': 2, '1': 1 }, voters: ['Anonymous-abcdefghijklmnopqrstuv', 'ada', 'mia'] }
    expect(poll).toMatchObject({ state: 'closed', 'collective.polls.votes': votes })
    await site.run('transitionContent', '/poll', { as: 'max', input: { transition: 'open', body: {} } })
    const vote = (as: 'mia' | 'rex') =>
      site.run('castVote', '/poll', { as, input: { body: { option_id: 1 }, token: () => null, admit: async () => {} } })
    await expect(vote('mia')).rejects.toMatchObject({ code: 'already-voted' })
    await vote('rex')
    const { voters } = await site.platform.store.read(reader => reader.tally(ploneUid('/poll')))
    expect(voters).toBe(4)
  })

  it('includes the records of several workflows, and the permissions of their states', async () => {
    const site = await openSite()
    await moveIn(site, garden)
    expect(await get(site, '/ada')).toMatchObject({
      review_state: 'published',
      workflow_states: ['simple_publication_workflow|published', 'foundation_member_workflow|active'],
    })
    expect(await asOwner(site.site, 'repairPermissions')).toBe(0)
  })

  it('redirects previous addresses to current content, even in several steps', async () => {
    const site = await openSite()
    await moveIn(site, garden)
    const moved = async (at: string) => {
      const { movedTo } = await site.platform.store.read(reader => reader.open(at))
      return movedTo
    }
    expect([await moved('/before'), await moved('/long-ago'), await moved('/lost')]).toEqual([
      '/news/spring',
      '/news/spring',
      null,
    ])
  })

  it('includes local roles of users and groups, and blocked inheritance', async () => {
    const site = await openSite()
    await moveIn(site, garden)
    const [news, spring] = await site.platform.store.read(reader =>
      reader.nodes([ploneUid('/news'), ploneUid('/news/spring')]),
    )
    const byPath = [news, spring].sort((a, b) => ((a?.path ?? '') < (b?.path ?? '') ? -1 : 1))
    expect(byPath).toMatchObject([
      { creator: 'ada', localRoles: { 'user:ada': ['Owner'], 'group:crew': ['Editor'] }, blockLocalRoles: false },
      { creator: 'admin', localRoles: { 'user:mia': ['Reader'] }, blockLocalRoles: true },
    ])
  })

  it('includes members with their passwords, which are rehashed at the first login', async () => {
    const { content, users, whole, close } = memoryStore()
    closing.push(close)
    const site = createSite(createNodePlatform({ content, users, whole }, { passwordCost: 4 }))
    await site.initialize({ title: 'Site', creator: 'max' })
    await moveIn({ site }, garden)
    expect(await site.authenticate('ada', 'Another-secret-1')).toBeNull()
    expect(await site.authenticate('ada', 'Old-secret-1')).toMatchObject({ id: 'ada', groups: ['crew'] })
    expect((await users.user('ada'))?.passwordHash).toMatch(/^scrypt\$/)
    expect(await site.authenticate('ada', 'Old-secret-1')).toMatchObject({ id: 'ada' })
    expect(await site.authenticate('bob', 'Old-secret-1')).toBeNull()
    expect(await users.groups(['crew'])).toMatchObject([{ title: 'Crew', email: 'crew@example.org' }])
  })

  it('does not depend on the order of its files', async () => {
    const [one, other] = [await openSite(), await openSite()]
    await moveIn(one, garden)
    await moveIn(other, { ...garden, metadata: { ...garden.metadata, _data_files_: [] } })
    expect(await partsOf(other)).toEqual(await partsOf(one))
  })

  it('is only checked by a dry run', async () => {
    const site = await openSite()
    const before = await partsOf(site)
    const { done, said } = await moveIn(site, garden, { isDry: true })
    expect([done, said[0]]).toEqual([true, expect.stringContaining('nothing was written')])
    expect(said.join('\n')).toContain('Document: 2 created')
    expect(await partsOf(site)).toEqual(before)
  })

  it('is refused by a site with content, unless it may be merged', async () => {
    const site = await openSite()
    await site.run('addContent', '/', { as: 'max', input: { '@type': 'Document', title: 'Here' } })
    await expect(moveIn(site, garden)).rejects.toThrow(/already contains content/)
    const { done, lines } = await moveIn(site, null, { mayMerge: true })
    expect(done).toBe(true)
    expect(lines.join('\n')).toContain('(/here): is on the site but not in the export')
  })

  it('prints 50 lines on the terminal, and all of them in the report', async () => {
    const pages = Array.from({ length: 60 }, (_, i) => plonePage(`/p${i}`, { unheard_of: 1 }))
    const { done, said, lines } = await moveIn(await openSite(), { objects: pages })
    expect([done, said.length, lines.length]).toEqual([false, 52, 62])
    expect(said.at(-1)).toMatch(/11 more/)
  })
})

const dataOf = (at: string): string => path.join(folder, 'export/content', ploneUid(at), 'data.json')

function pipeInPlaceOf(file: string): void {
  rmSync(file)
  execFileSync('mkfifo', [file])
}

/** Invalid exports, each with a pattern that the reported error must match. */
const hostile: readonly (readonly [string, Partial<PloneExport> | (() => void), RegExp])[] = [
  ['an unknown type', { objects: [plonePage('/a', { '@type': 'Easter Egg' })] }, /has the unknown type Easter Egg/],
  ['an unknown field', { objects: [plonePage('/a', { egg: 1 })] }, /egg: is an unknown field/],
  [
    'an unknown workflow',
    { objects: [plonePage('/a', { review_state: 'private', workflow_history: { egg: publishedRecords() } })] },
    /the unknown workflow egg/,
  ],
  [
    'an unknown state',
    {
      objects: [
        plonePage('/a', {
          workflow_history: {
            simple_publication_workflow: [
              { action: null, actor: '', comments: '', review_state: 'egg', time: '2026-03-01' },
            ],
          },
        }),
      ],
    },
    /an unknown state: simple_publication_workflow: egg/,
  ],
  [
    'a state that its records deny',
    { objects: [plonePage('/a', { review_state: 'private' })] },
    /a state that does not match its records/,
  ],
  ['a container that is missing', { objects: [plonePage('/a/b')] }, /is inside \/a, which does not exist/],
  [
    'a path twice',
    { objects: [plonePage('/a'), plonePage('/a', { UID: 'a'.repeat(32) })] },
    /has the path of another object/,
  ],
  [
    'a UID that is not that of its folder',
    () => writeFileSync(dataOf('/a'), JSON.stringify(plonePage('/a', { UID: 'b'.repeat(32), '@type': 'Document' }))),
    /a UID that differs from the name of its folder/,
  ],
  ['a reserved short name', { objects: [plonePage('/edit')] }, /a short name that is not allowed: edit/],
  ['a path that climbs', { objects: [plonePage('/a/../../b')] }, /not allowed: b|which does not exist/],
  ['a path with an encoded slash', { objects: [plonePage('/a%2Fb')] }, /does not contain the path of an object/],
  ['a value that its field refuses', { objects: [plonePage('/a', { effective: 'soon' })] }, /effective: is invalid/],
  [
    'a script in an address',
    { objects: [plonePage('/a', { blocks: { x: { '@type': 'teaser', href: 'javascript:alert(1)' } } })] },
    /blocks: is invalid/,
  ],
  ['a file that is missing', { objects: [picture('/a')] }, /image: is missing: /],
  [
    'a file outside of the folder',
    { objects: [picture('/a', '../../etc/passwd')] },
    /image: refers to a file outside of the export/,
  ],
  [
    'a file at an absolute path',
    { objects: [picture('/a', '/etc/passwd')] },
    /image: refers to a file outside of the export/,
  ],
  [
    'a file that is a link',
    () => {
      writePloneExport(path.join(folder, 'export'), { objects: [picture('/a')] })
      mkdirSync(path.join(path.dirname(dataOf('/a')), 'image'))
      symlinkSync('/etc/passwd', path.join(path.dirname(dataOf('/a')), 'image/a.png'))
    },
    /image: is a symbolic link, which is not followed/,
  ],
  [
    'a folder that is a link',
    () => {
      const real = path.dirname(dataOf('/a'))
      renameSync(real, path.join(folder, 'elsewhere'))
      symlinkSync(path.join(folder, 'elsewhere'), real)
    },
    /is a symbolic link, which is not followed/,
  ],
  [
    'an image that is none',
    { objects: [picture('/a')], blobs: { [`${ploneUid('/a')}/image/a.png`]: 'text' } },
    /image: is invalid/,
  ],
  ['a file of more than 64 MiB', () => truncateSync(dataOf('/a'), 65 * 1024 * 1024), /is larger than 64 MiB/],
  ['what is no JSON', () => writeFileSync(dataOf('/a'), '{"a": '), /is no JSON/],
  ['JSON that is no object', () => writeFileSync(dataOf('/a'), '[1]'), /is not an object of an export/],
  ['JSON that nests too deep', () => writeFileSync(dataOf('/a'), '['.repeat(100_000)), /is nested too deeply/],
  [
    'an object that is listed and not there',
    () => rmSync(dataOf('/a').replace('/data.json', ''), { recursive: true }),
    /is listed in .* but missing/,
  ],
  [
    'votes of another form',
    {
      objects: [
        plonePage('/a', {
          ...voting,
          review_state: 'private',
          workflow_history: {},
          'collective.polls.votes': { counts: 3 },
        }),
      ],
    },
    /does not contain valid poll votes/,
  ],
  [
    'groups that are in each other',
    { principals: { groups: ['x', 'y'].map((groupid, i) => ({ groupid, groups: [['y', 'x'][i]] })) } },
    /is a member of itself/,
  ],
  [
    'a member twice',
    { principals: { members: ['ada', 'ada'].map(username => ({ username, password: '' })) } },
    /has ada twice/,
  ],
  ['relations of another form', { relations: { a: 1 } as never }, /relations.json does not have the form/],
  [
    'a key that stands for the prototype of objects',
    () =>
      writeFileSync(dataOf('/a'), readFileSync(dataOf('/a'), 'utf8').replace('"title"', '"__proto__": {}, "title"')),
    /contains the key __proto__/,
  ],
  [
    'the same key, spelt otherwise',
    () => {
      const text = readFileSync(dataOf('/a'), 'utf8')
      writeFileSync(dataOf('/a'), text.replace('"workflow_history": {', '"workflow_history": {"\\u005f_proto__": [],'))
    },
    /contains the key __proto__/,
  ],
  [
    'a type named as what all objects have',
    { objects: [plonePage('/a', { '@type': 'constructor' })] },
    /the unknown type constr/,
  ],
  ['a pipe in place of a file', () => pipeInPlaceOf(dataOf('/a')), /is not a file/],
  [
    'a folder in place of a file',
    () => {
      rmSync(dataOf('/a'))
      mkdirSync(dataOf('/a'))
    },
    /is not a file/,
  ],
  ['a path with a zero', { objects: [picture('/a', `${ploneUid('/a')}/image\0`)] }, /a file outside of the export/],
  [
    'a date that no clock has',
    { objects: [plonePage('/a', { created: '99999-01-01T00:00:00Z' })] },
    /created: is not a date/,
  ],
  [
    'more unknown fields than can be told',
    { objects: [plonePage('/a', Object.fromEntries(Array.from({ length: 200_000 }, (_, i) => [`k${i}`, 1])))] },
    /k1: is an unknown field/,
  ],
  [
    'many groups in a circle',
    {
      principals: {
        groups: Array.from({ length: 20_000 }, (_, i) => ({ groupid: `g${i}`, groups: [`g${(i + 1) % 20_000}`] })),
      },
    },
    /groups.g7: is a member of itself/,
  ],
  [
    'a user whom no address can name',
    { principals: { members: [{ username: 'a/b' }] } },
    /a member with an invalid name/,
  ],
  ['a group without a name', { principals: { groups: [{ groupid: '' }] } }, /a group with an invalid name: ""/],
  [
    'a secret of the site',
    { objects: [plonePage('/a', { 'plenum.settings': { site_secret: 'known' } })] },
    /site_secret: is invalid/,
  ],
  [
    'a hidden value of another form',
    { objects: [plonePage('/a', { 'plenum.settings': { title: 7 }, 'plenum.behaviors': ['none'] })] },
    /title: is invalid.*\n.*behaviors: is invalid: none/,
  ],
  [
    'workflows of types that there are not',
    {
      objects: [
        {
          '@id': '/Plone',
          '@type': 'Plone Site',
          UID: ploneRoot,
          title: 'x',
          'plenum.settings': { type_workflows: { Document: ['none'] } },
        },
      ],
    },
    /type_workflows: is invalid: The model of the site has errors/,
  ],
]

describe('an invalid export', () => {
  it.each(hostile)('is refused with a message, and nothing is written: %s', async (_, wrong, sentence) => {
    const site = await openSite()
    const before = await partsOf(site)
    const usual = { objects: [plonePage('/a')] }
    writePloneExport(path.join(folder, 'export'), usual)
    if (typeof wrong === 'function') wrong()
    const { done, lines } = await moveIn(site, typeof wrong === 'function' ? null : { ...usual, ...wrong })
    expect(lines.filter(line => line.startsWith('Problem:')).join('\n')).toMatch(sentence)
    expect(lines.join('\n')).not.toMatch(/\n\s+at /)
    expect([done, await partsOf(site)]).toEqual([false, before])
  })

  it('is not read if the report cannot be written', async () => {
    const site = await openSite()
    const before = await partsOf(site)
    writePloneExport(path.join(folder, 'export'), garden)
    const options = { folder: path.join(folder, 'export'), mayMerge: false, skipsUnknown: false, isDry: false }
    const report = path.join(folder, 'none/report')
    const done = importPlone(site.site, { ...options, report }, { say: () => {} })
    await expect(done).rejects.toThrow(/none\/report cannot be written/)
    expect(await partsOf(site)).toEqual(before)
  })

  it('adds no alias to an address that a browser would run', async () => {
    const site = await openSite()
    const from = path.join(folder, 'export')
    writePloneExport(from, { objects: [plonePage('/a')] })
    const addresses = [
      { path: '/run', url: 'javascript:alert(1)' },
      { path: '/away', url: 'https://example.org/' },
    ]
    writeFileSync(path.join(from, 'plenum.json'), JSON.stringify({ addresses }))
    const { lines } = await moveIn(site, null)
    expect(lines.join('\n')).toContain('(/run): is an old address of javascript:alert(1), which does not exist')
    const { items } = await site.platform.store.read(reader => reader.aliases({ size: 10 }))
    expect(items).toMatchObject([{ path: '/away', target: 'https://example.org/' }])
  })

  it('is imported without unknown parts if these may be skipped', async () => {
    const site = await openSite()
    const objects = [
      plonePage('/a', { egg: 1 }),
      plonePage('/eggs', { '@type': 'Easter Egg' }),
      plonePage('/eggs/red'),
      plonePage('/b/c'),
      plonePage('/w', { review_state: 'private', workflow_history: { egg: publishedRecords() } }),
    ]
    const { done, lines } = await moveIn(site, { objects }, { skipsUnknown: true })
    expect(done).toBe(true)
    expect(((await get(site, '/')).items as readonly JsonObject[]).map(({ title }) => title)).toEqual(['a', 'w'])
    expect(lines.filter(line => line.startsWith('Skipped:'))).toHaveLength(5)
    const records = await site.platform.store.read(reader => reader.records(ploneUid('/w')))
    expect(records.map(({ workflow, state }) => [workflow, state])).toEqual([
      ['egg', 'private'],
      ['egg', 'published'],
    ])
  })
})

describe('a merged export', () => {
  const idsIn = async (site: Opened, at: string): Promise<readonly unknown[]> =>
    ((await get(site, at)).items as readonly JsonObject[]).map(item => String(item['@id']).replace(/.*\//, ''))

  it('moves, renames, changes and orders existing objects, adds new ones, and leaves all others unchanged', async () => {
    const site = await openSite('SQLite')
    await moveIn(site, { objects: ['/a', '/a/x', '/a/y', '/b'].map(at => plonePage(at)) })
    await site.run('addContent', '/a', { as: 'max', input: { '@type': 'Document', title: 'Own' } })
    const as = (at: string, more = {}) => plonePage(at, more)
    const objects = [
      as('/b', { UID: ploneUid('/b'), title: 'Changed' }),
      as('/b/a2', { UID: ploneUid('/a'), title: 'a' }),
      as('/b/a2/y', { UID: ploneUid('/a/y') }),
      as('/b/a2/x', { UID: ploneUid('/a/x') }),
      as('/new'),
    ]
    const { done } = await moveIn(site, { objects }, { mayMerge: true })
    expect(done).toBe(true)
    expect(await idsIn(site, '/')).toEqual(['b', 'new'])
    expect(await idsIn(site, '/b/a2')).toEqual(['y', 'x', 'own'])
    expect(await get(site, '/b/a2/y')).toMatchObject({ UID: ploneUid('/a/y') })
    expect(await get(site, '/b/a2/own')).toMatchObject({ title: 'Own' })
    expect((await get(site, '/b')).title).toBe('Changed')
    const again = await moveIn(site, null, { mayMerge: true })
    expect(again.said.filter(line => / [1-9]\d* (created|changed)/.test(line))).toEqual([])
    await expectSound(site)
  })

  it('leaves the plans of existing objects', async () => {
    const site = await openSite('SQLite')
    await moveIn(site, { objects: [plonePage('/a')] })
    const body = { at: '2027-02-01' }
    await site.run('planTransition', '/a', { as: 'max', input: { transition: 'retract', body } })
    const plansOf = () => site.run('getWorkflowPlans', '/a', { as: 'max', input: undefined })
    const before = await plansOf()
    expect(before.items).toHaveLength(1)
    await moveIn(site, { objects: [plonePage('/a', { title: 'Changed' })] }, { mayMerge: true })
    expect((await get(site, '/a')).title).toBe('Changed')
    expect(await plansOf()).toEqual(before)
    await expectSound(site)
  })

  it('swaps two names', async () => {
    const site = await openSite('SQLite')
    await moveIn(site, { objects: ['/a', '/a/in', '/b'].map(at => plonePage(at)) })
    const objects = [
      plonePage('/b', { UID: ploneUid('/a'), title: 'a' }),
      plonePage('/b/in', { UID: ploneUid('/a/in') }),
      plonePage('/a', { UID: ploneUid('/b'), title: 'b' }),
    ]
    await moveIn(site, { objects }, { mayMerge: true })
    expect([await get(site, '/a'), await get(site, '/b'), await get(site, '/b/in')]).toMatchObject([
      { UID: ploneUid('/b') },
      { UID: ploneUid('/a') },
      { UID: ploneUid('/a/in') },
    ])
    await expectSound(site)
  })

  it('is refused if other content occupies one of its paths', async () => {
    const site = await openSite()
    await site.run('addContent', '/', { as: 'max', input: { '@type': 'Document', id: 'a', title: 'Here' } })
    const before = await partsOf(site)
    const { done, lines } = await moveIn(site, { objects: [plonePage('/a')] }, { mayMerge: true })
    expect([done, lines.join('\n')]).toEqual([
      false,
      expect.stringMatching(/has the path of other content on the site/),
    ])
    expect(await partsOf(site)).toEqual(before)
  })

  it('makes content below newly visible objects findable', async () => {
    const site = await openSite('SQLite')
    const hidden = { review_state: 'private', workflow_history: {} }
    await moveIn(site, { objects: [plonePage('/a', hidden), plonePage('/a/b', hidden)] })
    const roles = { [ploneUid('/a')]: { local_roles: { mia: ['Reader'] } } }
    await moveIn(
      site,
      { objects: [plonePage('/a', hidden), plonePage('/a/b', hidden)], metadata: { local_roles: roles } },
      { mayMerge: true },
    )
    await expectSound(site)
  })
})

describe('default pages of an export (docs/content-and-access.md, Default pages)', () => {
  const pageNamed = (id: string, path: string) => ({ default_page: id, default_page_uuid: ploneUid(path) })
  const objects = [plonePage('/a'), plonePage('/a/x'), plonePage('/a/y')]
  const withPage = (id: string) => ({
    objects,
    metadata: { default_page: { [ploneUid('/a')]: pageNamed(id, `/a/${id}`) } },
  })

  async function defaultPages({ run }: Opened): Promise<readonly unknown[]> {
    const input = { parameters: { is_default_page: 'true' }, ...whole, metadata: [] }
    const { items } = await run('searchContent', '/', { as: 'max', input: input as never })
    return items.map(item => JSON.parse(JSON.stringify(item))['@id'].replace(/^.*\/(?=.)/, ''))
  }

  it.each(['memory', 'SQLite'] as const)(
    'are chosen, replaced and removed by imports of unchanged items: %s',
    async kind => {
      const site = await openSite(kind)
      await moveIn(site, withPage('x'))
      expect(await get(site, '/a')).toMatchObject({ default_page: 'x' })
      expect(await defaultPages(site)).toEqual(['x'])
      await moveIn(site, withPage('y'), { mayMerge: true })
      expect(await get(site, '/a')).toMatchObject({ default_page: 'y' })
      expect(await defaultPages(site)).toEqual(['y'])
      await expectSound(site)
      await moveIn(site, { objects }, { mayMerge: true })
      expect(await get(site, '/a')).not.toHaveProperty('default_page')
      expect(await defaultPages(site)).toEqual([])
      await expectSound(site)
    },
  )

  it('are retained by items and containers that get another path', async () => {
    const site = await openSite('SQLite')
    await moveIn(site, withPage('x'))
    const moved = [
      plonePage('/b', { UID: ploneUid('/a') }),
      plonePage('/b/z', { UID: ploneUid('/a/x') }),
      plonePage('/b/y', { UID: ploneUid('/a/y') }),
    ]
    await moveIn(site, { ...withPage('x'), objects: moved }, { mayMerge: true })
    expect(await get(site, '/b')).toMatchObject({ default_page: 'z' })
    expect(await defaultPages(site)).toEqual(['z'])
    await expectSound(site)
  })

  it('may be that of the site root', async () => {
    const site = await openSite()
    const root = { '@id': '/Plone', '@type': 'Plone Site', UID: ploneRoot, title: 'Garden' }
    await moveIn(site, {
      objects: [root, ...objects],
      metadata: { default_page: { [ploneRoot]: pageNamed('a', '/a') } },
    })
    expect(await get(site, '/')).toMatchObject({ default_page: 'a' })
    await expectSound(site)
  })

  it('are reported if they are no items of their container, and then have no effect', async () => {
    const site = await openSite()
    const { done, lines } = await moveIn(site, {
      objects: [...objects, plonePage('/b')],
      metadata: {
        default_page: { [ploneUid('/a')]: pageNamed('b', '/b'), [ploneUid('/b')]: pageNamed('gone', '/gone') },
      },
    })
    expect(done).toBe(true)
    const notes = lines.filter(line => line.includes('which is not one of the items of the container'))
    expect(notes).toHaveLength(2)
    expect(await get(site, '/a')).not.toHaveProperty('default_page')
    expect(await defaultPages(site)).toEqual([])
  })
})

async function expectSound({ site }: Opened): Promise<void> {
  const findings: unknown[] = []
  const { createHash } = await import('node:crypto')
  await site.examine({ newDigest: () => createHash('sha256'), onFinding: finding => void findings.push(finding) })
  expect(findings).toEqual([])
}

it('the root of an export replaces the site root, and is reported by its path', async () => {
  const site = await openSite()
  const { UID } = await get(site, '/')
  await moveIn(site, {
    objects: [
      { '@id': '/Plone', '@type': 'Plone Site', UID: ploneRoot, title: 'Old garden', description: 'Of old' },
      plonePage('/a'),
    ],
  })
  expect(await get(site, '/')).toMatchObject({ UID, title: 'Old garden', description: 'Of old' })
})
