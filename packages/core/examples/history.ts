import assert from 'node:assert/strict'
import { mergeHistory } from '@plenum/core/history'
import { shippedWorkflows } from '@plenum/core/workflow'

const record = { workflow: 'simple_publication_workflow', action: null, actor: 'ana', comments: '', state: 'private' }
const records = [
  { ...record, time: 1 },
  { ...record, action: 'publish', state: 'published', time: 3 },
]
const version = { number: 0, records: 1, time: 2, actor: 'ana', comments: 'Initial version' }
const entries = [{ kind: 'payment', time: 4, amount: 30 }]
const history = mergeHistory({ definitions: shippedWorkflows, records, versions: [version], entries })

assert.deepEqual(
  history.map(({ kind }) => kind),
  ['payment', 'workflow', 'versioning', 'workflow'],
)
