import { formatQualifiedState } from '../content/qualifiedState.js'
import type { Vocabulary } from '../content/vocabulary.js'
import type { WorkflowDefinition } from './definition.js'

/** The states of all workflows, called by their title and id; of several with one id the first counts. */
export function reviewStates(definitions: readonly WorkflowDefinition[]): Vocabulary {
  const terms = new Map<string, string>()
  for (const { states } of definitions)
    for (const { id, title } of states) if (!terms.has(id)) terms.set(id, `${title} [${id}]`)
  const sorted = [...terms]
    .map(([token, title]) => ({ token, title }))
    .sort((a, b) => a.title.localeCompare(b.title, 'en'))
  return { name: 'plone.app.vocabularies.WorkflowStates', terms: async () => sorted }
}

/** Every state of every workflow as `<workflow id>|<state id>`, called by both titles (workflow sheet, 5.6). */
export function qualifiedStates(
  definitions: readonly WorkflowDefinition[],
  labels: ReadonlyMap<string, string>,
): Vocabulary {
  const terms = definitions.flatMap(({ id, title, states }) =>
    states.map(state => ({
      token: formatQualifiedState({ workflow: id, state: state.id }),
      title: `${labels.get(id) || title}: ${state.title}`,
    })),
  )
  return { name: 'collective.multiworkflow.vocabularies.WorkflowStates', terms: async () => terms }
}
