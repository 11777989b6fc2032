export const englishWorkflows = {
  'workflow.loop':
    'The workflow {workflow} ran {most} automatic transitions in a row without settling in a state; no state was changed.',
  'workflow.child-refused': "You cannot run '{transition}' on {path}; no state was changed.",
  'workflow.creation-vetoed': 'The content was not added: {reason}.',
  'workflow.vetoed': "The transition '{transition}' was stopped: {reason}.",
  'workflow.too-many-moves': 'One transition triggered more than {most} others; no state was changed.',
  'workflow.no-primary': 'The object has no workflow of its own; name the workflow to read.',
  'workflow.unknown': 'There is no workflow {workflow}; the existing workflows are: {known}.',
  'workflow.no-way': 'No transitions lead to the state {state}.',
  'workflow.not-in-chain': 'The object does not use the workflow {workflow}; it uses: {chain}.',
  'workflow.one-target': 'A target is a state, without a transition or a workflow.',
  'workflow.hidden-refused': 'Content that you may not view refuses the transition.',
  'workflow.refused': "No workflow provides the '{transition}' action.",
  'workflow.value-required': 'This transition needs the value of {field}.',
  'workflow.transition-missing': 'The URL must contain the name of a transition: @workflow/publish.',
} as const
