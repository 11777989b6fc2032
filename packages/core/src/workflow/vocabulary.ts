import type { Vocabulary } from '../content/vocabulary.js'
import type { WorkflowDefinition } from './definition.js'

/** The states of all workflows, called by their title and id; of several with one id the first counts. */
export function reviewStates(definitions: readonly WorkflowDefinition[]): Vocabulary {
  const terms = new Map<string, string>()
  for (const { states } of definitions)
    for (const { id, title } of states) if (!terms.has(id)) terms.set(id, `${title} [${id}]`)
  return { name: 'workflow_states', terms: async () => [...terms].map(([token, title]) => ({ token, title })) }
}
