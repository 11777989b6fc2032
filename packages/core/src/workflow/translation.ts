import type { Behavior } from '../content/model/model.js'
import { permission, type SitePermissions } from '../security/permissions.js'
import { defineWorkflow } from './defineWorkflow.js'
import type { Guard } from './definition.js'
import { defaultHistoryGuard } from './historyGuard.js'

const confirmTranslation = 'plenum: Confirm translation'
const editors: Guard = { permissions: [permission.modify] }
const proofreaders: Guard = { permissions: [confirmTranslation] }

/**
 * The workflow that tracks the translation and proofreading of content. No stock type uses it
 * (docs/workflow-and-history.md, Shipped workflows, rule 3).
 */
export const translationWorkflow = defineWorkflow({
  id: 'translation_workflow',
  title: 'Translation',
  stateVariable: 'translation_state',
  initialState: 'untranslated',
  states: [
    { id: 'untranslated', title: 'Not translated', transitions: ['translation_start'] },
    {
      id: 'in_progress',
      title: 'In translation',
      transitions: ['translation_finish', 'translation_stop'],
    },
    {
      id: 'translated',
      title: 'Translated',
      transitions: ['translation_confirm', 'translation_restart'],
    },
    { id: 'confirmed', title: 'Read over', transitions: ['translation_restart'] },
  ],
  transitions: [
    { id: 'translation_start', title: 'Start translation', to: 'in_progress', guard: editors },
    { id: 'translation_stop', title: 'Give translation up', to: 'untranslated', guard: editors },
    { id: 'translation_finish', title: 'Finish translation', to: 'translated', guard: editors },
    { id: 'translation_confirm', title: 'Confirm translation', to: 'confirmed', guard: proofreaders },
    { id: 'translation_restart', title: 'Translate again', to: 'in_progress', guard: editors },
  ],
  historyGuard: defaultHistoryGuard,
})

export const translationPermissions: SitePermissions = {
  [confirmTranslation]: ['Manager', 'Site Administrator', 'Reviewer'],
}

export const translationStatus: Behavior = {
  name: 'plenum.translation_status',
  workflows: [{ ids: [translationWorkflow.id], label: 'Translation status' }],
}
