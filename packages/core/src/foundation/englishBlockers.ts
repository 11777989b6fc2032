/** The English messages that explain why a user cannot run a transition. */
export const englishBlockers = {
  'blocker.another-person': 'This step requires a person who did not take an earlier step.',
  'blocker.after': 'Runs automatically {days} days after the object enters one of these states: {states}.',
  'blocker.at':
    'Runs automatically at the date in the field {field}, if the object is in one of these states: {states}.',
  'blocker.conflicts':
    'The slot has a conflict in the schedule: its room or one of its presenters is already taken at that time, it has no room, or it is outside the event or the times when a presenter is available.',
  'blocker.automatic': 'Runs automatically when the object enters one of these states: {states}.',
  'blocker.conflict':
    'The workflow {workflow} has a transition with the same id, which runs first. Name the workflow, or use different ids.',
  'blocker.expression': 'The condition {name} is not met.',
  'blocker.group': 'This requires one of these groups: {names}.',
  'blocker.no-state': 'No state leads to this transition.',
  'blocker.permission': 'This requires one of these permissions: {names}.',
  'blocker.role': 'This requires one of these roles: {names}.',
  'blocker.state': 'It is possible in these states: {states}.',
  'blocker.there': 'The object is already in the state {state}.',
  'blocker.user': 'There is no user with the id {id}.',
} as const
