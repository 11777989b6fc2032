import { createHash } from 'node:crypto'
import { createTestSite, type TestSite } from '@plenum/testkit'
import type { ContentStore } from '../../content/store/contentStore.js'
import { memoryStore } from '../../memory/memoryStore.js'
import { isNotice } from '../doctor/finding.js'

/**
 * Creates a site, and a function `interrupt` that makes the site call `before` between the next decision and its
 * commit.
 */
async function interruptedSite(): Promise<{
  readonly site: TestSite
  interrupt(before: () => Promise<unknown>): void
}> {
  const { content, users, whole } = memoryStore()
  let next: (() => Promise<unknown>) | null = null
  const commit: ContentStore['commit'] = async (change, slice) => {
    const before = next
    next = null
    await before?.()
    return content.commit(change, slice)
  }
  const site = await createTestSite({ store: { ...content, commit }, users, whole })
  return {
    site,
    interrupt: before => {
      next = before
    },
  }
}

type Write = (run: TestSite['run']) => Promise<unknown>

const page = (id: string) => ({ '@type': 'Document', id, title: id })
const sharing = { entries: [{ id: 'mia', type: 'user', roles: { Reader: true } }] }

/** Changes that move `/a` or that give other callers access to `/a` and its descendants. */
const around: Readonly<Record<string, Write>> = {
  'its publication': run => run('transitionContent', '/a', { as: 'max', input: { transition: 'publish', body: {} } }),
  'its publication with all below': run =>
    run('transitionContent', '/a', { as: 'max', input: { transition: 'publish', body: { include_children: true } } }),
  'its sharing': run => run('editSharing', '/a', { as: 'max', input: sharing }),
  'the sharing of the site': run => run('editSharing', '/', { as: 'max', input: sharing }),
  'another name of it': run =>
    run('editContent', '/a', { as: 'max', input: { body: { id: 'z' }, representation: false } }),
  'its move': run => run('relocateObjects', '/shared', { as: 'max', input: { source: ['/a'] } }),
}

const below: Readonly<Record<string, Write>> = {
  'an addition': run => run('addContent', '/a/b', { as: 'max', input: page('new') }),
  'a copy': run => run('copyObjects', '/a/b', { as: 'max', input: { source: ['/other'] } }),
  'a move into it': run => run('relocateObjects', '/a/b', { as: 'max', input: { source: ['/other'] } }),
  'an edit': run => run('editContent', '/a/b/c', { as: 'max', input: { body: { title: 'C' }, representation: false } }),
  'another name': run =>
    run('editContent', '/a/b/c', { as: 'max', input: { body: { id: 'd' }, representation: false } }),
  'a publication': run => run('transitionContent', '/a/b/c', { as: 'max', input: { transition: 'publish', body: {} } }),
  'a removal': run => run('deleteContent', '/a/b/c', { as: 'max', input: undefined }),
}

async function faultsAfter(first: Write, meanwhile: Write): Promise<readonly unknown[]> {
  const { site, interrupt } = await interruptedSite()
  for (const [path, id] of [
    ['/', 'a'],
    ['/', 'shared'],
    ['/', 'other'],
    ['/a', 'b'],
    ['/a/b', 'c'],
  ] as const)
    await site.run('addContent', path, { as: 'max', input: page(id) })
  await site.run('editSharing', '/shared', { as: 'max', input: sharing })
  interrupt(() => meanwhile(site.run))
  // If the object has been moved in the meantime, the error contains the new path, as it would for a later request.
  await first(site.run).catch(error => expect(error).toMatchObject({ code: 'moved' }))
  const faults: unknown[] = []
  const onFinding = (finding: Parameters<typeof isNotice>[0]) => void (isNotice(finding) || faults.push(finding))
  await site.site.examine({ newDigest: () => createHash('sha256'), onFinding })
  return faults
}

const pairs = Object.keys(around).flatMap(one => Object.keys(below).map(other => [one, other] as const))

describe('access to objects below a container (docs/http-answers.md, Readers and writers, rule 6)', () => {
  it.each(pairs)('is correct after %s, with %s committed in between', async (one, other) => {
    expect(await faultsAfter(around[one] as Write, below[other] as Write)).toEqual([])
  })

  it.each(pairs)('is correct after %s, which was committed before the decided %s', async (one, other) => {
    expect(await faultsAfter(below[other] as Write, around[one] as Write)).toEqual([])
  })
})
