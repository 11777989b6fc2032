import type { TypeInformation } from '@plenum/core'
import { StartError } from '../startError.js'
import { textTable } from '../terminal/textTable.js'
import type { KnownWorkflows } from './knownWorkflows.js'
import { contributorsOf } from './workflowNotes.js'
import { workflowWarnings } from './workflowWarnings.js'

/**
 * Returns lines that describe the workflows of a type, and that warn of conflicts between these workflows. Throws a
 * StartError for an unknown type.
 */
export function showChain(
  id: string,
  types: readonly TypeInformation[],
  { behaviors, definitions }: KnownWorkflows,
): readonly string[] {
  const type = types.find(one => one.id === id)
  if (!type)
    throw new StartError(`There is no type ${id}. The existing types are: ${types.map(one => one.id).join(', ')}.`)
  if (type.chain.length === 0) return [`${id}: its objects have no workflow.`]
  const rows = type.chain.map(workflow => {
    const { title = '', stateVariable = '' } = definitions.find(one => one.id === workflow) ?? {}
    const contributors = contributorsOf(workflow, behaviors).filter(name => type.behaviors.includes(name))
    const source = type.workflows.includes(workflow) ? 'the type' : contributors.join(', ') || 'a behavior'
    return [workflow, title, stateVariable, source]
  })
  return [
    `${id}: the workflows of its objects, in order`,
    ...textTable([['ID', 'TITLE', 'STATE VARIABLE', 'FROM'], ...rows]),
    ...workflowWarnings(type),
  ]
}
