/**
 * The actions of the forms whose values the login page contains, if the session of their sender has ended. All of them
 * can show their form again.
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

/** Whether the form of an action is shown again, with its values, after the login (docs/editing.md). */
export const isRestorableForm = (action: string): boolean => restorableActions.has(action)
