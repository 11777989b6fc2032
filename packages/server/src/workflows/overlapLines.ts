import type { TypeInformation } from '@plenum/core'

/** A sentence for each permission of a type's objects that several workflows manage. */
export function overlapLines({ id, conflicts }: Pick<TypeInformation, 'id' | 'conflicts'>): readonly string[] {
  return Object.entries(conflicts).map(
    ([permission, workflows]) =>
      `${id}: the workflows ${workflows.join(', ')} all manage "${permission}"; the last move in time wins.`,
  )
}
