import type { WorkflowRecord } from '../content/node/node.js'
import { translateEnglish } from '../foundation/messages.js'
import type { WorkflowDefinition } from '../workflow/definition.js'
import { foundationMemberWorkflow as membership } from '../workflow/membership.js'
import { simplePublicationWorkflow as publication } from '../workflow/stockWorkflows.js'
import type { HistoryItem } from './mergeHistory.js'
import { type HistoryContext, presentItem } from './presentHistory.js'

const presenting: HistoryContext = {
  base: 'http://site.example',
  url: 'http://site.example/a',
  mayRevert: false,
  translate: text => translateEnglish({ id: text }),
  fullname: actor => (actor === 'ana' ? 'Ana Ray' : undefined),
}
const time = Date.UTC(2027, 0, 1, 9, 30, 15, 789)
const activate: WorkflowRecord = {
  workflow: membership.id,
  action: 'activate',
  actor: 'ana',
  comments: 'welcome',
  state: 'active',
  time,
}
const transitionItem = (
  values: Partial<WorkflowRecord> = {},
  definition: WorkflowDefinition = membership,
): HistoryItem => ({
  kind: 'workflow',
  definition,
  record: { ...activate, ...values },
})
const versionItem = (number: number, comments = ''): HistoryItem => ({
  kind: 'versioning',
  version: { number, comments, actor: 'ana', time, records: 0 },
})
const ana = { '@id': 'http://site.example/@users/ana', fullname: 'Ana Ray', id: 'ana', username: null }

describe('an entry of a workflow', () => {
  it('has exactly the keys of docs/workflow-and-history.md, Merged history, with the state under the variable of its workflow', () => {
    expect(presentItem(transitionItem(), presenting)).toEqual({
      action: 'activate',
      actor: ana,
      comments: 'welcome',
      state_title: 'Active',
      time: '2027-01-01T09:30:15+00:00',
      transition_title: 'Activate',
      type: 'workflow',
      workflow_id: membership.id,
      workflow_states: 'active',
    })
  })

  it('has review_state if it belongs to the primary workflow', () => {
    const entry = presentItem(transitionItem({ action: 'publish', state: 'published' }, publication), presenting)
    expect(entry).toMatchObject({ review_state: 'published', state_title: 'Published', transition_title: 'Publish' })
    expect(entry).not.toHaveProperty('workflow_states')
  })

  it('is called Create if it records the creation', () => {
    const entry = presentItem(transitionItem({ action: null, state: 'pending' }), presenting)
    expect(entry).toMatchObject({ action: 'Create', transition_title: 'Create', state_title: 'Pending' })
  })

  it('shows the ids of a transition and a state that the workflow no longer defines', () => {
    const entry = presentItem(transitionItem({ action: 'expel', state: 'expelled' }), presenting)
    expect(entry).toMatchObject({ action: 'expel', transition_title: 'expel', state_title: 'expelled' })
  })

  it('is translated for the reader', () => {
    const translate = (text: string) => ({ Active: 'Activo', Activate: 'Activar', activate: 'activar' })[text] ?? text
    const entry = presentItem(transitionItem(), { ...presenting, translate })
    expect(entry).toMatchObject({ action: 'activar', transition_title: 'Activar', state_title: 'Activo' })
  })
})

describe('an entry of a version', () => {
  it('has exactly the keys of docs/workflow-and-history.md, Merged history', () => {
    expect(presentItem(versionItem(3, 'typo'), { ...presenting, mayRevert: true })).toEqual({
      '@id': 'http://site.example/a/@history/3',
      action: 'Edited',
      actor: ana,
      comments: 'typo',
      may_revert: true,
      time: '2027-01-01T09:30:15+00:00',
      transition_title: 'Edited',
      type: 'versioning',
      version: 3,
      workflow_id: null,
    })
  })

  it('translates the comment of the initial version for the reader, but not comments of editors', () => {
    const inSpanish = { ...presenting, translate: () => 'otra cosa' }
    expect(presentItem(versionItem(0, 'Initial version'), inSpanish).comments).toBe('otra cosa')
    expect(presentItem(versionItem(0, 'by hand'), inSpanish).comments).toBe('by hand')
    expect(presentItem(versionItem(1, 'Initial version'), inSpanish).comments).toBe('Initial version')
  })
})

describe('the actor of an entry', () => {
  it.each([
    [
      'of an anonymous request has no id and no name',
      '',
      { '@id': 'http://site.example/@users/', fullname: '', id: '', username: null },
    ],
    [
      'who is no longer a user has the id as a name',
      'b@c',
      { '@id': 'http://site.example/@users/b%40c', fullname: 'b@c', id: 'b@c', username: null },
    ],
  ])('%s', (_, actor, expected) => {
    expect(presentItem(transitionItem({ actor }), presenting).actor).toEqual(expected)
  })
})
