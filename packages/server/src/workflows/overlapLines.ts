import type { TypeInformation } from '@plenum/core'

/** One sentence for each permission that several workflows of a type manage. */
export function overlapLines({ id, conflicts }: Pick<TypeInformation, 'id' | 'conflicts'>): readonly string[] {
  return Object.entries(conflicts).map(
    ([permission, workflows]) =>
      `${id}: the workflows ${workflows.join(', ')} all manage "${permission}"; the last move in time wins.`,
  )
}
