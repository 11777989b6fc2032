import type { Field } from '../content/fields/field.js'
import type { Behavior } from '../content/model/model.js'
import { permission } from '../security/permissions.js'
import { defineWorkflow } from './defineWorkflow.js'
import type { Guard } from './definition.js'
import { defaultHistoryGuard } from './historyGuard.js'

const reviewers: Guard = { permissions: [permission.review] }

/** The delay of a slot. The start and the end of the slot do not include the delay. */
const delayField: Field = { kind: 'integer', name: 'delay', title: 'Delay in minutes', min: 1, max: 1440 }

/**
 * The workflow that tracks the progress of a slot during the event. No type uses it by default (docs/schedule.md, State
 * of a slot).
 */
export const slotStateWorkflow = defineWorkflow({
  id: 'slot_state_workflow',
  title: 'State of the slot',
  stateVariable: 'slot_state',
  initialState: 'planned',
  states: [
    {
      id: 'planned',
      title: 'As planned',
      transitions: ['slot_delay', 'slot_cancel', 'slot_finish'],
    },
    {
      id: 'late',
      title: 'Late',
      transitions: ['slot_delay', 'slot_resume', 'slot_cancel', 'slot_finish'],
    },
    { id: 'cancelled', title: 'Cancelled', transitions: ['slot_resume'] },
    { id: 'finished', title: 'Finished', transitions: ['slot_resume'] },
  ],
  transitions: [
    {
      id: 'slot_delay',
      title: 'Report a delay',
      to: 'late',
      guard: reviewers,
      requires: [delayField.name],
    },
    { id: 'slot_resume', title: 'As planned again', to: 'planned', guard: reviewers, sets: [delayField.name] },
    { id: 'slot_cancel', title: 'Cancel the slot', to: 'cancelled', guard: reviewers },
    { id: 'slot_finish', title: 'Finish the slot', to: 'finished', guard: reviewers },
  ],
  historyGuard: defaultHistoryGuard,
})

export const slotState: Behavior = {
  name: 'plenum.slot_state',
  fields: [delayField],
  workflows: [{ ids: [slotStateWorkflow.id], label: 'State of the slot' }],
  indexer: lineage => ({ columns: { delay: lineage.at(-1)?.fields.delay ?? null } }),
  summary: {
    keys: ({ columns }) => ({ workflow_states: columns.workflow_states ?? [], delay: columns.delay ?? null }),
  },
}
