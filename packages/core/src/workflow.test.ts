import { availableTransitions, chainOf, createWorkflows, shippedWorkflows } from '@plenum/core/workflow'

it('tells the chain of an object with two workflows, and what may follow', () => {
  const workflows = createWorkflows({ definitions: shippedWorkflows, defaultChain: [], behaviors: [] })
  const type = { behaviors: [], workflows: ['simple_publication_workflow', 'intranet_folder_workflow'] }
  const chain = chainOf({}, type, workflows)
  const next = chain.map(one => availableTransitions({ states: {} }, one, () => true).map(({ id }) => id))
  expect(next).toEqual([['publish', 'submit'], ['hide']])
})
