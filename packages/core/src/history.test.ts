import { mergeHistory } from '@plenum/core/history'
import { shippedWorkflows } from '@plenum/core/workflow'

it('merges what workflows recorded with the versions, the newest first', () => {
  const record = { workflow: 'simple_publication_workflow', action: null, actor: 'ana', comments: '', state: 'private' }
  const version = { number: 0, records: 1, time: 2, actor: 'ana', comments: 'Initial version' }
  const records = [
    { ...record, time: 1 },
    { ...record, action: 'publish', state: 'published', time: 3 },
  ]
  const history = mergeHistory({ definitions: shippedWorkflows, records, versions: [version] })
  expect(history.map(({ kind }) => kind)).toEqual(['workflow', 'versioning', 'workflow'])
})
