import { typesWith } from '../../content/model/model.js'
import { type ContentNode, objectOf, withObject } from '../../content/node/node.js'
import type { NodeUpdate } from '../../content/store/change.js'
import type { ContentReader } from '../../content/store/contentReader.js'
import { importedPersonId, personIdField, storedPersonId } from '../../event/personId.js'
import { presenterBehavior } from '../../event/presenter.js'
import type { TimeSlice } from '../../foundation/scheduler.js'
import type { Environment } from '../run/environment.js'
import { openEach, readNodes, scanFew } from '../run/openEach.js'
import { choosePersonIds } from '../run/personIds.js'
import { decideAndCommit } from '../run/untilCommitted.js'
import { updateOf } from '../write/changes.js'
import type { Examination, Finding } from './finding.js'

interface Reading {
  readonly environment: Environment
  readonly reader: ContentReader
  readonly task: TimeSlice
}

interface PresenterIds {
  /** The presenters whose id in files for schedule apps is missing or belongs to another presenter. */
  readonly faulty: readonly ContentNode[]
  readonly claimed: Set<number>
}

/** Yields the presenters whose id is missing or a duplicate (docs/schedule.md, Files for schedule apps). */
export async function* examinePresenterIds({ environment, whole, slice }: Examination): AsyncGenerator<Finding> {
  const { faulty } = await readPresenterIds({ environment, reader: whole.content, task: slice })
  for (const { path, fields } of faulty)
    yield { kind: 'person', path, problem: storedPersonId(fields) === null ? 'missing' : 'duplicate' }
}

async function readPresenterIds(reading: Reading): Promise<PresenterIds> {
  const types = typesWith(reading.environment.registry, presenterBehavior.name)
  const where = [{ kind: 'any', index: 'portal_type', values: types } as const]
  const uids = (await scanFew(reading, { principals: 'system', where })).map(({ uid }) => uid)
  const presenters = await readNodes(reading, uids)
  // Among presenters with the same id, the presenter that was imported with this id takes precedence.
  const hasImportedId = ({ fields }: ContentNode) => importedPersonId(fields) === storedPersonId(fields)
  const claimed = new Set<number>()
  const faulty: ContentNode[] = []
  for (const presenter of [...presenters.filter(hasImportedId), ...presenters.filter(node => !hasImportedId(node))]) {
    const id = storedPersonId(presenter.fields)
    if (id === null || claimed.has(id)) faulty.push(presenter)
    else claimed.add(id)
  }
  return { faulty, claimed }
}

export async function repairPresenterIds(environment: Environment): Promise<void> {
  await decideAndCommit(environment, async (reader, task) => {
    const { faulty, claimed } = await readPresenterIds({ environment, reader, task })
    if (faulty.length === 0) return { answer: null }
    const { ids } = await choosePersonIds({ environment, reader, task }, faulty, { claimed, displaces: false })
    const updates: NodeUpdate[] = []
    for (const [, lineage] of await openEach({ reader, task }, faulty)) {
      const node = objectOf(lineage)
      const fields = { ...node.fields, [personIdField.name]: ids.get(node.uid) ?? null }
      updates.push(updateOf(environment, withObject(lineage, { ...node, fields })))
    }
    return { answer: null, change: { updates } }
  })
}
