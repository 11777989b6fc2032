import { DomainError, type JsonObject } from '@plenum/core'
import fc from 'fast-check'
import type { TestSite, TestUser } from '../testSite.js'

export type SiteStep = (site: TestSite) => Promise<unknown>

const ids = ['a', 'a-b', 'b', 'poll', 'ü'] as const
const path = fc.constantFrom('/', '/', '/a', '/a', '/a/b', '/a/poll', '/a-b', '/b', '/b/a', '/poll', '/ü')
const user = fc.constantFrom<TestUser>('max', 'max', 'edi', 'con', 'sia')
const title = fc.constantFrom('', 'Alpha', 'beta Gamma', 'Straße 2', '𠀀 "x"\u0000')
const transition = fc.constantFrom('publish', 'retract', 'submit', 'open', 'close', 'reject')

const poll = { '@type': 'collective.polls.poll', options: [{ description: 'Yes' }, { description: 'No' }] }
const file = { filename: 'ü.txt', 'content-type': 'text/plain', encoding: 'base64' }
const bodies: readonly JsonObject[] = [
  { '@type': 'Document', blocks: { b: { '@type': 'slate', plaintext: 'deep words' } } },
  { '@type': 'Event', start: '2027-03-01T10:00:00Z', end: '2027-03-01T11:00:00Z', subjects: ['red', 'green'] },
  { '@type': 'Link', remoteUrl: 'https://example.org/' },
  { '@type': 'File', file: { ...file, data: Buffer.from('some text').toString('base64') } },
  { '@type': 'File', file: { ...file, data: '' } },
  poll,
]

const step: fc.Arbitrary<SiteStep> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .record({ path, user, title, id: fc.constantFrom(...ids), body: fc.constantFrom(...bodies) })
      .map(({ path, user, title, id, body }): SiteStep => {
        const input = { ...body, ...(body === poll ? { id: 'poll' } : { id }), title }
        return site => site.run('addContent', path, { as: user, input })
      }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ path, user, title }).map(({ path, user, title }): SiteStep => {
      const input = { body: { title, effective: '2026-05-01T00:00:00Z' }, representation: false, lockToken: undefined }
      return site => site.run('editContent', path, { as: user, input })
    }),
  },
  {
    weight: 3,
    arbitrary: fc
      .record({ path, user, transition, below: fc.boolean() })
      .map(({ path, user, transition, below }): SiteStep => {
        const input = { transition, body: { comment: `${transition} "it"`, include_children: below } }
        return site => site.run('transitionContent', path, { as: user, input })
      }),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({ at: fc.constantFrom('/poll', '/a/poll'), voter: fc.option(user), option: fc.constantFrom(0, 1) })
      .map(({ at, voter, option }): SiteStep => {
        const input = { body: { option_id: option }, token: () => null, admit: async () => {} }
        return site => site.run('castVote', at, { ...(voter && { as: voter }), input })
      }),
  },
  fc.record({ from: path, to: path }).map(
    ({ from, to }): SiteStep =>
      site =>
        site.run('relocateObjects', to, { as: 'max', input: { source: from } }),
  ),
  fc.record({ from: path, to: path }).map(
    ({ from, to }): SiteStep =>
      site =>
        site.run('copyObjects', to, { as: 'max', input: { source: from } }),
  ),
  path.map(
    (at): SiteStep =>
      site =>
        site.run('deleteContent', at, { as: 'max', input: undefined }),
  ),
  path.map(
    (at): SiteStep =>
      site =>
        site.run('lockContent', at, { as: 'edi', input: {} }),
  ),
  path.map(
    (at): SiteStep =>
      site =>
        site.run('addAliases', at, { as: 'max', input: { items: [`/old${at}`] } }),
  ),
  fc.constantFrom('ann', 'bob').map(
    (username): SiteStep =>
      site =>
        site.site.createUser({ username, email: `${username}@example.org`, password: 'Secret-password-2', roles: [] }),
  ),
  fc.constantFrom('rea', 'ann').map(
    (id): SiteStep =>
      site =>
        site.run('removeUser', '/', { as: 'max', input: { id } }),
  ),
  fc.constantFrom('crew', 'Reviewers').map(
    (groupname): SiteStep =>
      site =>
        site.run('addGroup', '/', {
          as: 'max',
          input: { groupname, title: 'Crew', roles: ['Editor'], users: ['edi'] },
        }),
  ),
)

export const arbitrarySteps: fc.Arbitrary<readonly SiteStep[]> = fc.array(step, { minLength: 5, maxLength: 40 })

/** Runs actions on a site. The clock advances by one second before each action. */
export async function live(site: TestSite, steps: readonly SiteStep[]): Promise<void> {
  for (const act of steps) {
    site.clock.now += 1000
    await act(site).catch(ignoreRefusal)
  }
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof DomainError)) throw error
}
