import type { Condition } from '@plenum/core/ports'
import { toStorable } from '../indexValues.js'
import { isOfKinds } from '../rows/kindRows.js'
import type { Kind } from './kinds.js'

type Of<K extends Condition['kind']> = Extract<Condition, { kind: K }>

/** A condition met by all objects of a kind, or by none. */
export type KindCondition = Of<'any' | 'all' | 'either' | 'not' | 'nothing'>

export function isOfKind(condition: Condition): condition is KindCondition {
  switch (condition.kind) {
    case 'any':
    case 'all':
      return isOfKinds(condition.index)
    case 'either':
      return condition.conditions.every(isOfKind)
    case 'not':
      return isOfKind(condition.condition)
    default:
      return condition.kind === 'nothing'
  }
}

/** Whether the objects of a kind meet a condition. */
export function kindMeets(kind: Pick<Kind, 'values'>, condition: Condition): boolean {
  switch (condition.kind) {
    case 'any':
      return condition.values.map(toStorable).some(value => valuesOf(kind, condition.index).includes(value))
    case 'all':
      return condition.values.map(toStorable).every(value => valuesOf(kind, condition.index).includes(value))
    case 'either':
      return condition.conditions.some(one => kindMeets(kind, one))
    case 'not':
      return !kindMeets(kind, condition.condition)
    default:
      return false
  }
}

const valuesOf = ({ values }: Pick<Kind, 'values'>, index: string) => values.get(index) ?? []
