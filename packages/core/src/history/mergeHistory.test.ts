import fc from 'fast-check'
import type { WorkflowRecord } from '../content/node/node.js'
import type { VersionMeta } from '../content/store/versions.js'
import { foundationMemberWorkflow as membership } from '../workflow/membership.js'
import { simplePublicationWorkflow as publication } from '../workflow/stockWorkflows.js'
import { type HistoryItem, historySteps, mergeHistory } from './mergeHistory.js'

const record = (workflow: { id: string }, time: number, state = 'private'): WorkflowRecord => ({
  workflow: workflow.id,
  action: null,
  actor: 'ana',
  comments: '',
  state,
  time,
})
const version = (number: number, time: number, records: number): VersionMeta => ({
  number,
  time,
  records,
  actor: 'ana',
  comments: '',
})
const definitions = [publication, membership]
function named(item: HistoryItem): string {
  if (item.kind === 'workflow') return `${item.record.workflow}:${item.record.state}`
  return item.kind === 'versioning' ? `version:${item.version.number}` : `release:${item.release.number}`
}

describe('the merged history', () => {
  it('contains releases, which come before older entries and entries of the same time', () => {
    const release = (number: number, time: number) => ({ number, time, name: '', comment: '', actor: 'ana' })
    const records = [record(publication, 1, 'a'), record(publication, 5, 'b'), record(publication, 9, 'c')]
    const items = mergeHistory({ definitions, records, versions: [], releases: [release(1, 5), release(2, 7)] })
    expect(items.map(named)).toEqual([
      ...[`${publication.id}:c`, 'release:2', 'release:1', `${publication.id}:b`, `${publication.id}:a`],
    ])
  })

  it('lists the newest entry first, from all workflows', () => {
    const records = [record(publication, 1, 'a'), record(membership, 2, 'b'), record(publication, 9, 'c')]
    const items = mergeHistory({ definitions, records, versions: [version(0, 3, 2), version(1, 5, 2)] })
    expect(items.map(named)).toEqual([
      `${publication.id}:c`,
      'version:1',
      'version:0',
      `${membership.id}:b`,
      `${publication.id}:a`,
    ])
  })

  it('lists the later write first if the times are equal to the millisecond', () => {
    const records = [record(publication, 5, 'a'), record(membership, 5, 'b'), record(publication, 5, 'c')]
    const items = mergeHistory({ definitions, records, versions: [version(0, 5, 2), version(1, 5, 3)] })
    expect(items.map(named)).toEqual([
      'version:1',
      `${publication.id}:c`,
      'version:0',
      `${membership.id}:b`,
      `${publication.id}:a`,
    ])
  })

  it('follows the clock to the millisecond, even if it ran backwards between two writes', () => {
    const records = [record(publication, 1_000, 'later'), record(publication, 999, 'earlier')]
    const items = mergeHistory({ definitions, records, versions: [] })
    expect(items.map(named)).toEqual([`${publication.id}:later`, `${publication.id}:earlier`])
  })

  it('omits records of hidden workflows and preserves the order of the others', () => {
    const records = [record({ id: 'gone' }, 5), record(membership, 5, 'b'), record({ id: 'gone' }, 5)]
    const items = mergeHistory({ definitions: [membership], records, versions: [version(0, 5, 1)] })
    expect(items.map(named)).toEqual([`${membership.id}:b`, 'version:0'])
  })

  it('lists every entry once, by time and then by order of writing, both descending', () => {
    const arbitraryEvents = fc.array(
      fc.record({ isVersion: fc.boolean(), time: fc.integer({ min: 0, max: 4 }), workflow: fc.nat({ max: 2 }) }),
      { maxLength: 40 },
    )
    fc.assert(
      fc.property(arbitraryEvents, events => {
        const records: WorkflowRecord[] = []
        const versions: VersionMeta[] = []
        const visible: { readonly place: number; readonly time: number; readonly name: string }[] = []
        for (const [place, { isVersion, time, workflow }] of events.entries()) {
          const definition = [publication, membership, { id: 'gone' }][workflow] ?? publication
          if (isVersion) versions.push(version(versions.length, time, records.length))
          else records.push(record(definition, time, String(place)))
          const name = isVersion ? `version:${versions.length - 1}` : `${definition.id}:${place}`
          if (isVersion || definition.id !== 'gone') visible.push({ place, time, name })
        }
        const expected = visible.toSorted((a, b) => b.time - a.time || b.place - a.place).map(({ name }) => name)
        expect(mergeHistory({ definitions, records, versions }).map(named)).toEqual(expected)
      }),
    )
  })
})

describe('entries of the application', () => {
  type Payment = { readonly kind: 'payment'; readonly time: number; readonly amount: number }
  const payment = (time: number, amount: number): Payment => ({ kind: 'payment', time, amount })
  const shown = (item: HistoryItem | Payment) => (item.kind === 'payment' ? item.amount : item.kind)

  it('are merged by time, in any order, and retain their type', () => {
    const records = [record(publication, 1), record(publication, 5)]
    const items = mergeHistory({ definitions, records, entries: [payment(9, 30), payment(3, 20)] })
    expect(items.map(shown)).toEqual([30, 'workflow', 20, 'workflow'])
  })

  it('are newer than records of the same time, and in reverse order among themselves', () => {
    const records = [record(publication, 5)]
    const items = mergeHistory({ definitions, records, entries: [payment(5, 1), payment(5, 2)] })
    expect(items.map(shown)).toEqual([2, 1, 'workflow'])
  })

  it('need no records or versions', () => {
    expect(mergeHistory({ entries: [payment(1, 1)] })).toEqual([payment(1, 1)])
  })
})

describe('a history of 100,000 versions', () => {
  it('is merged in steps of at most 100 versions', () => {
    const count = 100_000
    const records = Array.from({ length: count }, (_, i) => record(publication, i))
    const versions = Array.from({ length: count }, (_, i) => version(i, i, i + 1))
    const steps = historySteps({ definitions, records, versions })
    let taken = 0
    for (;;) {
      const { done, value } = steps.next()
      if (done) {
        expect(value).toHaveLength(2 * count)
        break
      }
      taken += 1
    }
    expect(taken).toBeGreaterThanOrEqual(count / 100)
  })
})
