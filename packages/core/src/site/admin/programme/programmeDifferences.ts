import { typesWith } from '../../../content/model/model.js'
import { type ContentNode, objectOf } from '../../../content/node/node.js'
import { scheduleStates } from '../../../event/eventSettings.js'
import {
  differencesBetween,
  type ReleaseDifference,
  type ReleasedProgramme,
} from '../../../event/releaseDifferences.js'
import { workingValues } from '../../../event/releases.js'
import { scheduleBehavior } from '../../../event/slotBehaviors.js'
import { formatInstant } from '../../../foundation/instants.js'
import type { JsonValue } from '../../../foundation/json.js'
import { inSteps } from '../../../foundation/scheduler.js'
import { chainOf, currentState, primaryOf } from '../../../workflow/chain.js'
import type { ImportDifference, Planning } from './programmePlanning.js'

export async function programmeDifferences(planning: Planning): Promise<readonly ImportDifference[]> {
  const { draft, nodes, task } = planning
  const written = new Map([...draft.updates, ...draft.creates].map(({ node }) => [node.uid, node]))
  const after = [...nodes.filter(({ uid }) => !written.has(uid)), ...written.values()]
  const titles = new Map([...nodes, ...after].map(({ uid, fields }) => [uid, String(fields.title ?? '')]))
  const differences = differencesBetween(scheduleOf(planning, nodes), scheduleOf(planning, after))
  return (await inSteps(differences, task)).map(difference => presentDifference(difference, titles))
}

function scheduleOf({ environment, event }: Planning, nodes: readonly ContentNode[]): ReleasedProgramme {
  const slots = new Set(typesWith(environment.registry, scheduleBehavior))
  const states = scheduleStates(objectOf(event))
  const isShown = (node: ContentNode): boolean => {
    const primary = primaryOf(chainOf(node, environment.registry.type(node.type), environment.workflows))
    return primary !== undefined && states.includes(currentState(node, primary))
  }
  return new Map(
    nodes.filter(node => slots.has(node.type) && isShown(node)).map(node => [node.uid, workingValues(node)]),
  )
}

type Titles = ReadonlyMap<string, string>

function presentDifference(difference: ReleaseDifference, titles: Titles): ImportDifference {
  const { kind, uid, before, after } = difference
  const text = (value: ReleaseDifference['before']) => (value === null ? null : textOf(value as JsonValue, titles))
  const title = titles.get(uid) ?? ''
  if (kind === 'new') return { kind, title, before: null, after: text(difference.after.start) }
  if (kind === 'withdrawn') return { kind, title, before: text(difference.before.start), after: null }
  return { kind, title, before: text(before), after: text(after) }
}

/** Formats a value as a string: instants in ISO 8601 format, and UIDs as the titles of the objects. */
function textOf(value: JsonValue, titles: Titles): string {
  if (typeof value === 'number') return formatInstant(value)
  if (Array.isArray(value)) return value.map(item => textOf(item as JsonValue, titles)).join(', ')
  if (typeof value === 'object' && value !== null)
    return Object.values(value)
      .map(item => textOf(item ?? null, titles))
      .join(' – ')
  return titles.get(String(value)) ?? String(value ?? '')
}
