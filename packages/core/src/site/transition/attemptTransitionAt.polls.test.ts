import { addPublished, createTestSite, type TestSite, type TestUser } from '@plenum/testkit'
import type { Change } from '../../content/store/change.js'
import type { JsonObject } from '../../foundation/json.js'
import { memoryContentStore } from '../../memory/memoryContentStore.js'
import { anonymous } from '../../security/caller.js'
import { holdsPermission, permission, rolesAllowed, stockPermissions } from '../../security/permissions.js'
import type { Extensions } from '../admin/assemble.js'
import { asOwner } from '../asOwner.js'

const seven = ['Contributor', 'Editor', 'Manager', 'Member', 'Reader', 'Reviewer', 'Site Administrator']
const eight = ['Anonymous', ...seven]
const poll = {
  '@type': 'collective.polls.poll',
  title: 'A poll',
  options: [{ description: 'a' }, { description: 'b' }],
}

const pageLike = {
  behaviors: ['plone.basic'],
  contains: 'any',
  addableAnywhere: true,
  addPermission: permission.add,
  layout: 'view',
  lockable: false,
} as const

const types = [
  { ...pageLike, id: 'Club', title: 'Club', workflows: ['intranet_folder_workflow'] },
  { ...pageLike, id: 'Ballot Box', title: 'Ballot Box', workflows: ['poll_workflow'] },
]

interface PollSite extends TestSite {
  addPoll(container: string, more?: JsonObject): Promise<string>
  move(path: string, transition: string, as?: TestUser, body?: JsonObject): Promise<JsonObject>
  voters(path: string): Promise<readonly string[]>
  seenByAll(path: string): Promise<boolean>
  state(path: string): Promise<string | undefined>
  cleared(): Promise<readonly string[]>
}

async function pollSite(extensions: Extensions = {}): Promise<PollSite> {
  const store = memoryContentStore()
  const changes: Change[] = []
  const commit = (change: Change) => {
    changes.push(change)
    return store.commit(change)
  }
  const test = await createTestSite({ store: { ...store, commit }, extensions: { types, ...extensions } })
  const lineageOf = async (path: string) => (await store.read(reader => reader.open(path))).lineage
  return {
    ...test,
    addPoll: async (container, more = {}) =>
      (await test.run('addContent', container, { as: 'max', input: { ...poll, ...more } })).path,
    move: (path, transition, as = 'max', body = {}) =>
      test.run('transitionContent', path, { as, input: { transition, body } }),
    voters: async path => [...rolesAllowed(permission.vote, await lineageOf(path), stockPermissions)].toSorted(),
    seenByAll: async path =>
      holdsPermission(permission.view, { caller: anonymous, lineage: await lineageOf(path), site: stockPermissions }),
    state: async path => (await lineageOf(path)).at(-1)?.states.poll_workflow,
    cleared: async () => {
      const { clearBallots = [] } = changes.at(-1) ?? {}
      const nodes = await store.read(reader => reader.nodes(clearBallots.map(({ poll: uid }) => uid)))
      return nodes.map(({ path }) => path)
    },
  }
}

const folders = [
  ['the site root', async () => '/'],
  ['a published page', (site: PollSite) => addPublished(site, '/', { '@type': 'Document', id: 'page', title: 'Page' })],
] as const

const hiddenFolders = [
  [
    'a private page',
    async (site: PollSite) =>
      (await site.run('addContent', '/', { as: 'max', input: { '@type': 'Document', title: 'Page' } })).path,
  ],
  [
    'a place for members only',
    async (site: PollSite) =>
      (await site.run('addContent', '/', { as: 'max', input: { '@type': 'Club', title: 'Club' } })).path,
  ],
] as const

async function inEachState<T>(
  site: PollSite,
  path: string,
  look: (path: string) => Promise<T>,
): Promise<readonly (readonly [string | undefined, T])[]> {
  const observations = [[await site.state(path), await look(path)] as const]
  for (const transition of ['submit', 'open', 'close']) {
    await site.move(path, transition)
    observations.push([await site.state(path), await look(path)])
  }
  return observations
}

it('a repair of permissions preserves the vote of visitors in an open poll, and finds nothing to repair', async () => {
  const site = await pollSite()
  const path = await site.addPoll('/')
  await site.move(path, 'open')
  const before = await site.voters(path)
  expect(before).toContain('Anonymous')
  expect(await asOwner(site.site, 'repairPermissions')).toBe(0)
  expect(await site.voters(path)).toEqual(before)
})

describe('the permission to vote', () => {
  it.each(folders)(
    'in %s is granted to seven roles and visitors while the poll is open, otherwise to no role',
    async (_, make) => {
      const site = await pollSite()
      const path = await site.addPoll(await make(site))
      expect(await inEachState(site, path, site.voters)).toEqual([
        ['private', []],
        ['pending', []],
        ['open', eight],
        ['closed', []],
      ])
    },
  )

  it.each(hiddenFolders)('in %s is never granted to visitors', async (_, make) => {
    const site = await pollSite()
    const path = await site.addPoll(await make(site))
    expect((await inEachState(site, path, site.voters)).map(([, roles]) => roles)).toEqual([[], [], seven, []])
  })

  it('is granted to seven roles only if the poll does not allow anonymous votes', async () => {
    const site = await pollSite()
    const path = await site.addPoll('/', { allow_anonymous: false })
    expect((await inEachState(site, path, site.voters)).map(([, roles]) => roles)).toEqual([[], [], seven, []])
  })
})

describe('the permission to view', () => {
  it.each(folders)('a poll in %s is granted to everybody when it is open and closed', async (_, make) => {
    const site = await pollSite()
    const path = await site.addPoll(await make(site))
    expect((await inEachState(site, path, site.seenByAll)).map(([, isVisible]) => isVisible)).toEqual([
      false,
      false,
      true,
      true,
    ])
  })

  it.each(hiddenFolders)('a poll in %s is granted to everybody in no state', async (_, make) => {
    const site = await pollSite()
    const path = await site.addPoll(await make(site))
    expect((await inEachState(site, path, site.seenByAll)).map(([, isVisible]) => isVisible)).toEqual(
      Array(4).fill(false),
    )
  })
})

describe('the vote of visitors', () => {
  it('depends on the page at the time of opening: publishing or hiding it has no effect until the next opening', async () => {
    const site = await pollSite()
    await site.run('addContent', '/', { as: 'max', input: { '@type': 'Document', id: 'page', title: 'Page' } })
    const path = await site.addPoll('/page')
    await site.move(path, 'open')
    await site.move('/page', 'publish')
    expect(await site.voters(path)).toEqual(seven)
    await site.move(path, 'close')
    await site.move(path, 'open')
    expect(await site.voters(path)).toEqual(eight)
    await site.move('/page', 'retract')
    expect(await site.voters(path)).toEqual(eight)
    await site.move(path, 'close')
    await site.move(path, 'open')
    expect(await site.voters(path)).toEqual(seven)
  })
})

describe('the workflow of a poll', () => {
  it('leads from private or pending to open, to closed, and back to open any number of times', async () => {
    const site = await pollSite()
    const path = await site.addPoll('/')
    const states = []
    for (const transition of ['submit', 'open', 'close', 'open', 'close', 'open', 'reject', 'open', 'close']) {
      await site.move(path, transition)
      states.push(await site.state(path))
    }
    expect(states.join(' ')).toBe('pending open closed open closed open private open closed')
  })

  it('has no other transitions', async () => {
    const site = await pollSite()
    const path = await site.addPoll('/')
    const refuses = async (...transitions: readonly string[]) => {
      for (const transition of transitions)
        await expect(site.move(path, transition)).rejects.toMatchObject({ code: 'workflow-refused' })
    }
    await refuses('close')
    await site.move(path, 'submit')
    await refuses('close')
    await site.move(path, 'open')
    await refuses('retract', 'submit')
    await site.move(path, 'close')
    await refuses('retract', 'submit', 'reject', 'publish')
  })

  it('lets everyone who may close polls close one', async () => {
    const site = await pollSite()
    const path = await site.addPoll('/')
    for (const as of ['max', 'sia', 'rex'] as const) {
      await site.move(path, 'open')
      for (const other of ['edi', 'con', 'mia', 'rea'] as const)
        await expect(site.move(path, 'close', other)).rejects.toMatchObject({ code: 'workflow-refused' })
      await site.move(path, 'close', as)
      expect(await site.state(path)).toBe('closed')
    }
  })

  it('lets contributors submit and retract their own poll but not open it', async () => {
    const site = await pollSite()
    const { path } = await site.run('addContent', await addPublished(site, '/', { '@type': 'Document', title: 'P' }), {
      as: 'con',
      input: poll,
    })
    await expect(site.move(path, 'open', 'con')).rejects.toMatchObject({ code: 'workflow-refused' })
    await site.move(path, 'submit', 'con')
    await site.move(path, 'retract', 'con')
    expect(await site.state(path)).toBe('private')
  })

  it('answers a transition with the title of the new state', async () => {
    const site = await pollSite()
    const path = await site.addPoll('/')
    expect(await site.move(path, 'open')).toMatchObject({ action: 'open', review_state: 'open', title: 'Opened' })
    expect(await site.move(path, 'open')).toMatchObject({ action: 'open', review_state: 'open', title: 'Opened' })
  })
})

describe('clearing the votes of a poll', () => {
  it('happens with a rejection, in the same change, and with no other transition', async () => {
    const site = await pollSite()
    const path = await site.addPoll('/')
    for (const transition of ['submit', 'retract', 'open', 'close', 'open']) {
      await site.move(path, transition)
      expect(await site.cleared()).toEqual([])
    }
    await site.move(path, 'reject')
    expect(await site.cleared()).toEqual([path])
  })

  it('happens if the path to a state includes a rejection', async () => {
    const site = await pollSite()
    const path = await site.addPoll('/')
    await site.move(path, 'open')
    await site.move(path, 'close')
    await site.run('transitionContent', path, { as: 'max', input: { transition: null, toState: 'pending', body: {} } })
    expect(await site.state(path)).toBe('pending')
    expect(await site.cleared()).toEqual([path])
  })

  it('happens for every poll below a page that is rejected with its content', async () => {
    const site = await pollSite()
    await addPublished(site, '/', { '@type': 'Document', id: 'page', title: 'Page' })
    const [rejected, closed] = [await site.addPoll('/page'), await site.addPoll('/page')]
    for (const path of [rejected, closed]) await site.move(path, 'open')
    await site.move(closed, 'close')
    await site.move('/page', 'reject', 'max', { include_children: true })
    expect(await site.cleared()).toEqual([rejected])
    expect([await site.state(rejected), await site.state(closed)]).toEqual(['private', 'closed'])
    expect(await site.voters(rejected)).toEqual([])
  })

  it('does not happen for a page with the same transition', async () => {
    const site = await pollSite()
    await addPublished(site, '/', { '@type': 'Document', id: 'page', title: 'Page' })
    await site.move('/page', 'reject')
    expect(await site.cleared()).toEqual([])
  })
})

describe('a poll with an indirect transition', () => {
  it('opens to visitors together with its container, which becomes public', async () => {
    const site = await pollSite()
    await site.run('addContent', '/', { as: 'max', input: { '@type': 'Ballot Box', id: 'box', title: 'Box' } })
    const path = await site.addPoll('/box')
    await site.move('/box', 'open', 'max', { include_children: true })
    expect([await site.state(path), await site.voters(path)]).toEqual(['open', eight])
  })

  it('is opened to visitors by a subscriber, and closed by the next one', async () => {
    const site = await pollSite({
      subscribers: [{ after: ({ transition }) => (transition === 'submit' ? [{ transition: 'open' }] : []) }],
    })
    const path = await site.addPoll('/')
    await site.move(path, 'submit')
    expect([await site.state(path), await site.voters(path)]).toEqual(['open', eight])

    const hasty = await pollSite({
      subscribers: [{ after: ({ transition }) => (transition === 'open' ? [{ transition: 'close' }] : []) }],
    })
    const other = await hasty.addPoll('/')
    await hasty.move(other, 'open')
    expect([await hasty.state(other), await hasty.voters(other)]).toEqual(['closed', []])
  })
})
