import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createSite, type Finding, isNotice, type Platform, type Site } from '@plenum/core'
import type { CatalogQuery, ContentStore } from '@plenum/core/ports'
import fc from 'fast-check'
import { createTestSite, type TestSite } from '../testSite.js'
import type { Stores } from '../wholeStore/testedStores.js'
import { textOfPart } from '../wholeStore/textOfPart.js'
import { arbitrarySteps, live } from './randomSite.js'

/** Checks that copies of random sites preserve all content, search results, users and votes. */
export async function copiesPreserveTheSite(open: () => Promise<Stores>, numRuns: number): Promise<void> {
  const property = fc.asyncProperty(arbitrarySteps, async steps => {
    const [source, target] = [await open(), await open()]
    try {
      const site = await createTestSite({ store: source.content, ...source })
      await live(site, steps)
      await logIn(site)
      await copyAgrees(site, target)
    } finally {
      await source.close()
      await target.close()
    }
  })
  await fc.assert(property, { numRuns })
}

async function logIn({ run }: TestSite): Promise<void> {
  await run('issueResetToken', '/', { as: 'max', input: { id: 'mia' } })
}

async function copyAgrees({ site, platform }: TestSite, target: Stores): Promise<void> {
  const copy = createSite({ ...platform, store: target.content, users: target.users, whole: target.whole })
  await site.backup(({ parts }) => copy.restore(parts))
  const [original, again] = [await partsOf(site), await partsOf(copy)]
  assert.deepEqual(again, original)
  for (const secret of await secretsOf(platform))
    assert.ok(!original.some(part => part.includes(secret)), 'a secret is told')
  assert.deepEqual(await faultsOf(copy), [])
  for (const query of queries)
    assert.deepEqual(await search(target.content, query), await search(platform.store, query))
}

async function faultsOf(site: Site): Promise<readonly Finding[]> {
  const faults: Finding[] = []
  const onFinding = (finding: Finding) => void (isNotice(finding) || faults.push(finding))
  await site.examine({ newDigest: () => createHash('sha256'), onFinding })
  return faults
}

async function partsOf(site: Pick<Site, 'backup'>): Promise<readonly string[]> {
  return site.backup(async ({ parts }) => {
    const texts: string[] = []
    for await (const part of parts) texts.push(textOfPart(part))
    return texts.sort()
  })
}

function secretsOf({ store, users }: Platform): Promise<readonly string[]> {
  return store.read(async reader => {
    const secret = (await reader.open('/')).lineage[0]?.fields.site_secret
    const reset = (await users.user('mia'))?.reset?.digest
    assert.ok(typeof secret === 'string' && reset)
    return [secret, reset]
  })
}

const text = { kind: 'text', query: { kind: 'prefix', word: 'al' }, in: 'title' } as const
const queries: readonly CatalogQuery[] = [
  { principals: 'system', where: [] },
  { principals: 'system', where: [], sort: [{ by: 'path', descending: true }] },
  { principals: ['Anonymous'], where: [{ kind: 'active', at: Date.UTC(2027, 0, 2) }] },
  { principals: ['Anonymous', 'Member', 'user:edi'], where: [], sort: [{ by: 'modified', descending: false }] },
  { principals: 'system', where: [text] },
]

const search = (store: ContentStore, query: CatalogQuery): Promise<object> => store.read(reader => reader.search(query))
