/**
 * The actions of forms that can be shown again after the login if the session ended before they were submitted. The
 * login page contains the submitted values.
 */
const restorableActions: ReadonlySet<string> = new Set([
  'add',
  'edit',
  'settings',
  'profile',
  'invite',
  'addGroup',
  'group',
])

/** Whether a form with the given action is shown again, with its values, after the login (docs/editing.md). */
export const isRestorableForm = (action: string): boolean => restorableActions.has(action)
