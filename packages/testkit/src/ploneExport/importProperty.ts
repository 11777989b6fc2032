import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createSite, type Finding, type Site } from '@plenum/core'
import fc from 'fast-check'
import { writePloneExport } from '../ploneExport.js'
import { createTestSite } from '../testSite.js'
import type { Stores } from '../wholeStore/testedStores.js'
import { arbitraryExport } from './arbitraryExport.js'
import type { Exchange } from './exchangeProperty.js'
import { exportDifferences } from './exportDifferences.js'

/** Returns the inconsistencies in a site. Conflicts are ignored, because random slots may use the same room. */
async function faultsOf(site: Site): Promise<readonly Finding[]> {
  const faults: Finding[] = []
  const onFinding = (finding: Finding) => void (finding.kind === 'conflicts' || faults.push(finding))
  await site.examine({ newDigest: () => createHash('sha256'), onFinding })
  return faults
}

/**
 * Checks that the import of a random Plone export creates a consistent site, and that an export of this site equals the
 * first export, except for the differences that docs/how-to/move-in.md permits.
 */
export async function importPreservesTheExport(
  open: () => Promise<Stores>,
  { exportTo, importFrom }: Exchange,
  numRuns: number,
): Promise<void> {
  const property = fc.asyncProperty(arbitraryExport, async plan => {
    const [parent, stores] = [mkdtempSync(path.join(tmpdir(), 'export-')), await open()]
    try {
      const { platform } = await createTestSite()
      const site = createSite({ ...platform, store: stores.content, users: stores.users, whole: stores.whole })
      await site.initialize({ title: 'Another', creator: 'max' })
      const [before, after] = [path.join(parent, 'before'), path.join(parent, 'after')]
      writePloneExport(before, plan)
      const lines: string[] = []
      assert.ok(await importFrom(before, site, line => void lines.push(line)), lines.join('\n'))
      assert.deepEqual(await faultsOf(site), [])
      await exportTo(after, site)
      assert.deepEqual(exportDifferences(before, after), [])
    } finally {
      await stores.close()
      rmSync(parent, { recursive: true })
    }
  })
  await fc.assert(property, { numRuns })
}
