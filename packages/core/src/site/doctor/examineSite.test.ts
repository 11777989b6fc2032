import { createHash } from 'node:crypto'
import { addPublished, createTestSite, type TestSite } from '@plenum/testkit'
import { memoryStore } from '../../memory/memoryStore.js'
import type { Finding } from './finding.js'
import { isNotice } from './finding.js'

async function findingsOf({ site }: TestSite): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  const newDigest = () => createHash('sha256')
  await site.examine({ newDigest, onFinding: finding => void findings.push(finding) })
  return findings
}

it('an event with conflicts in its programme is a notice', async () => {
  const { content: store, users, whole } = memoryStore()
  const at = await createTestSite({ store, users, whole })
  await addPublished(at, '/', { '@type': 'Schedule', id: 'schedule', title: 'Schedule' })
  expect(await findingsOf(at)).toEqual([])
  await addPublished(at, '/schedule', { '@type': 'Talk', title: 'Moss', start: '2027-05-01T10:00:00Z' })
  const [finding, ...others] = await findingsOf(at)
  expect(finding).toEqual({ kind: 'conflicts', path: '/', conflicts: 1 })
  expect(finding && isNotice(finding)).toBe(true)
  expect(others).toEqual([])
})
