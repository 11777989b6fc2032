import type { Term } from '../content/fields/reading.js'
import { fixedVocabulary, type Vocabulary } from '../content/model/vocabulary.js'
import { formatQualifiedState } from '../content/node/qualifiedState.js'
import { type Message, message, translateEnglish } from '../foundation/messages.js'
import type { WorkflowDefinition } from './definition.js'

export function workflowVocabulary(definitions: readonly WorkflowDefinition[]): Vocabulary {
  const titles = definitions.map(({ id, title }) => [id, title] as const)
  return fixedVocabulary('plone.app.vocabularies.Workflows', Object.fromEntries(titles))
}

/**
 * Returns the vocabulary of review states, whose titles have the form `Private [private]`. If several states have the
 * same id, only the first one is listed.
 */
export function reviewStates(definitions: readonly WorkflowDefinition[]): Vocabulary {
  const terms = new Map<string, Term>()
  for (const { id, title } of definitions.flatMap(({ states }) => states))
    if (!terms.has(id)) terms.set(id, termOf(id, message('state.with-id', { state: { id: title }, id })))
  const byTitle = [...terms.values()].sort((a, b) => a.title.localeCompare(b.title, 'en'))
  return { name: 'plone.app.vocabularies.WorkflowStates', terms: async () => byTitle }
}

/**
 * Returns the vocabulary of transitions, whose titles have the form `Publish [publish]`. Transitions with the same id
 * share a term that lists all their titles.
 */
export function workflowTransitions(definitions: readonly WorkflowDefinition[]): Vocabulary {
  const titles = new Map<string, Set<string>>()
  for (const { id, title } of definitions.flatMap(({ transitions }) => transitions))
    titles.set(id, (titles.get(id) ?? new Set()).add(title))
  const terms = [...titles].map(([id, names]) => termOf(id, message('state.with-id', { state: anyOf([...names]), id })))
  const byTitle = terms.sort((a, b) => a.title.localeCompare(b.title, 'en'))
  return { name: 'plone.app.vocabularies.WorkflowTransitions', terms: async () => byTitle, scope: () => '' }
}

const anyOf = ([first = '', ...others]: readonly string[]): Message =>
  others.reduce<Message>((one, id) => message('state.or', { one, other: { id } }), { id: first })

/**
 * Returns the vocabulary of the states of all workflows. The tokens have the form `<workflow id>|<state id>`, and the
 * titles have the form `Membership: Active` (docs/workflow-and-history.md, States, rule 6).
 */
export function qualifiedStates(
  definitions: readonly WorkflowDefinition[],
  labels: ReadonlyMap<string, string>,
): Vocabulary {
  const terms = definitions.flatMap(({ id, title, states }) =>
    states.map(state => {
      const named = { workflow: { id: labels.get(id) || title }, state: { id: state.title } }
      return termOf(formatQualifiedState({ workflow: id, state: state.id }), message('state.of-workflow', named))
    }),
  )
  return { name: 'collective.multiworkflow.vocabularies.WorkflowStates', terms: async () => terms }
}

const termOf = (token: string, titleMessage: Message): Term => ({
  token,
  title: translateEnglish(titleMessage),
  titleMessage,
})
