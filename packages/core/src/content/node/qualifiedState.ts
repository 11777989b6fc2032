interface QualifiedState {
  readonly workflow: string
  readonly state: string
}

/** Formats a state as `<workflow id>|<state id>` (docs/workflow-and-history.md, States). */
export const formatQualifiedState = ({ workflow, state }: QualifiedState): string => `${workflow}|${state}`

/**
 * Parses a qualified state (see `formatQualifiedState`). Returns null for a string without `|`
 * (docs/workflow-and-history.md, States).
 */
export function parseQualifiedState(text: string): QualifiedState | null {
  const bar = text.indexOf('|')
  return bar < 0 ? null : { workflow: text.slice(0, bar), state: text.slice(bar + 1) }
}
