import { type Caller, type InputOf, type OperationName, translateEnglish } from '@plenum/core'
import { createTestSite, memoizeInstances, password, type TestSite, testBase, testMember } from '@plenum/testkit'

/** Names of the callers by their letters; null is an anonymous caller. */
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
  /** Transitions that lead to each state. */
  readonly states: Readonly<Record<string, readonly string[]>>
}

const published = { private: [], pending: ['submit'], published: ['publish'] }
const options = [{ description: 'Yes' }, { description: 'No' }]

/** Values of `{path}`, by the headings of the sections. */
const kinds: Readonly<Record<string, Kind>> = {
  Pages: { body: { '@type': 'Document' }, states: published },
  Events: { body: { '@type': 'Tech Event' }, states: published },
  Polls: {
    body: { '@type': 'collective.polls.poll', options, allow_anonymous: false },
    states: { private: [], pending: ['submit'], open: ['open'], closed: ['open', 'close'] },
  },
}

/** Id of the object of a section in a state, at the root. */
export const idOf = (section: string, state: string): string => `${section.toLowerCase()}-${state}`

/** Created while `own` was a Contributor; by now `own` has no role for the whole site. */
const creator: Caller = { kind: 'member', id: 'own', fullname: 'own', roles: ['Contributor'], groups: [] }

/**
 * A site in memory with an object of each kind in each state, owned by `own` and with the alias `/old-…`; and a page
 * `everybodys`, where all members may add content, and which they may delete.
 */
export async function openMatrixSite(): Promise<TestSite['site']> {
  const memoizing = { memoizer: memoizeInstances().start().memoizer, buildId: '1' }
  const { site } = await createTestSite({ memoizing })
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
