import { type Caller, createSite, type InputOf, type OperationName, type Site, translateEnglish } from '@plenum/core'
import type { Delivery, Webhook } from '@plenum/core/ports'
import { buildMail, createTestSite, memoizeInstances, password, testBase, testMember } from '@plenum/testkit'
import { operations } from './ownOperations.js'

export const callers: Readonly<Record<string, string | null>> = {
  A: null,
  U: 'una',
  M: 'mia',
  R: 'rea',
  C: 'con',
  E: 'edi',
  O: 'own',
  V: 'rex',
  S: 'sia',
  G: 'max',
}

interface Kind {
  readonly body: InputOf<'addContent'>
  /** The transitions that lead to each state of the object. */
  readonly states: Readonly<Record<string, readonly string[]>>
}

const published = { private: [], pending: ['submit'], published: ['publish'] }
const options = [{ description: 'Yes' }, { description: 'No' }]

/** The kinds of objects at `{path}`, by section heading in docs/permissions.md. */
const kinds: Readonly<Record<string, Kind>> = {
  Pages: { body: { '@type': 'Document' }, states: published },
  Events: { body: { '@type': 'Tech Event' }, states: published },
  Polls: {
    body: { '@type': 'collective.polls.poll', options, allow_anonymous: false },
    states: { private: [], pending: ['submit'], open: ['open'], closed: ['open', 'close'] },
  },
  Operations: { body: { '@type': 'Document' }, states: published },
}

export const idOf = (section: string, state: string): string => `${section.toLowerCase()}-${state}`

const creator: Caller = { kind: 'member', id: 'own', fullname: 'own', roles: ['Contributor'], groups: [] }

/**
 * Opens an in-memory site with an object of each kind in each state. The user `own` owns these objects, and each of
 * them has an alias `/old-…`. The site also contains a page `everybodys`, to which all members may add content and
 * which they may delete. The webhook `hook` has the delivery `msg`, and the outbox contains the email `mail`. The
 * application adds the operations in `ownOperations.ts`.
 */
export async function openMatrixSite(): Promise<Site<typeof operations>> {
  const memoizing = { memoizer: memoizeInstances().start().memoizer, buildId: '1' }
  const { platform } = await createTestSite({ memoizing })
  const site = createSite(platform, { operations })
  await platform.webhooks?.change(() => ({ webhooks: [webhook], deliveries: [delivery] }))
  await platform.store.commit({ mails: [buildMail('mail')] })
  for (const username of ['una', 'own'])
    await site.createUser({ username, email: `${username}@example.org`, password, fullname: username, roles: [] })
  const run = <N extends OperationName>(name: N, path: string, input: InputOf<N>, caller = manager) =>
    site.run(name, { path, caller, input: () => input, base: testBase, translate: translateEnglish })
  const panel = { name: 'tech-event-settings', body: { support_multiple_events: true } }
  await run('editControlPanel', '/', panel)
  for (const [section, { body, states }] of Object.entries(kinds)) {
    for (const [state, transitions] of Object.entries(states)) {
      const id = idOf(section, state)
      await run('addContent', '/', { ...body, id, title: id }, creator)
      await run('addAliases', `/${id}`, { items: [{ path: `/old-${id}` }] })
      for (const transition of transitions) await run('transitionContent', `/${id}`, { transition, body: {} })
    }
  }
  await run('addGroup', '/', { groupname: 'sailors' })
  await run('addContent', '/', { '@type': 'Document', id: 'everybodys', title: 'Everybody’s' })
  await run('transitionContent', '/everybodys', { transition: 'publish', body: {} })
  const roles = { Contributor: true, Editor: true }
  await run('editSharing', '/everybodys', { entries: [{ id: 'AuthenticatedUsers', type: 'group', roles }] })
  return site
}

const manager: Caller = testMember('max')

const webhook: Webhook = {
  id: 'hook',
  title: '',
  address: 'https://hooks.example.org/',
  secrets: [{ secret: `whsec_${'A'.repeat(32)}`, ends: null }],
  filter: { kinds: [], types: [], workflows: [], path: '/' },
  isPaused: false,
  position: 0,
  failures: 0,
  retryAt: 0,
  created: 0,
  creator: null,
}

const delivery: Delivery = {
  id: 'msg',
  webhook: 'hook',
  kind: 'added',
  position: 1,
  body: '{}',
  created: 0,
  since: 0,
  state: 'parked',
  due: 0,
  attempts: 1,
  last: null,
}
