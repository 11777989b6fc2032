import assert from 'node:assert/strict'
import { availableTransitions, chainOf, createWorkflows, shippedWorkflows } from '@plenum/core/workflow'

const workflows = createWorkflows({ definitions: shippedWorkflows, defaultChain: [], behaviors: [] })
const type = { behaviors: [], workflows: ['simple_publication_workflow', 'intranet_folder_workflow'] }
const chain = chainOf({}, type, workflows)
const next = chain.map(one => availableTransitions({ states: {} }, one, () => true).map(({ id }) => id))

assert.deepEqual(next, [['publish', 'submit'], ['hide']])
