import type { TypeChoice, TypeLosses } from '@plenum/core'

/**
 * A sentence for each loss that a choice causes to objects of a type; none for workflows that are replaced by others.
 */
export const translateLosses = ({ type, kind, names }: TypeChoice, losses: TypeLosses): readonly string[] => [
  ...(kind === 'behaviors' ? behaviorLosses(type, losses) : []),
  ...(losses.reviewState ? [reviewStateLoss(type, names ?? [])] : []),
]

function behaviorLosses(type: string, { behaviors, fields, workflows }: TypeLosses): readonly string[] {
  if (behaviors.length === 0) return []
  const lost = [
    ...(fields.length > 0 ? [`the fields ${fields.join(', ')}`] : []),
    ...(workflows.length > 0 ? [`the workflows ${workflows.join(', ')}`] : []),
  ]
  const more = lost.length > 0 ? `, and with them ${lost.join(' and ')}` : ''
  return [`${type} loses the behaviors ${behaviors.join(', ')}${more}. Stored values remain and return with them.`]
}

function reviewStateLoss(type: string, [first]: readonly string[]): string {
  const loss = `${type} loses its review_state, so its content can no longer be published or made private`
  if (first === undefined) return `${loss}.`
  return `${loss}: ${first} is not a primary workflow (its stateVariable is not review_state). Name a primary workflow first; \`plenum types add\` adds the behavior that contributes another one.`
}
