import { type Lineage, withObject } from '../../content/node/lineage.js'
import type { ContentNode } from '../../content/node/node.js'
import { userIdOf } from '../../security/caller.js'
import { chainOf } from '../../workflow/chain.js'
import type { WorkflowDefinition } from '../../workflow/definition.js'
import type { MoveContext } from '../../workflow/move.js'
import { evaluateExpression, passesGuard } from '../run/guard.js'
import type { Asking, Visit } from '../run/visit.js'

/** Who moves objects, and when. */
export type Mover = Pick<Visit, 'environment' | 'caller' | 'now'>

/** The workflows that an object goes through, the primary first. */
export function chainIn(
  { environment }: Pick<Asking, 'environment'>,
  node: ContentNode,
): readonly WorkflowDefinition[] {
  return chainOf(node, environment.registry.type(node.type), environment.workflows)
}

/** How a move is made. */
export interface Manner {
  readonly comments?: string
  /** True: guards are not asked. */
  readonly isForced?: boolean
}

/** What moves of the last of a lineage are decided with. */
export function moveContext(mover: Mover, lineage: Lineage, { comments = '', isForced = false }: Manner): MoveContext {
  const asked = (node: ContentNode) => ({ lineage: withObject(lineage, node), comments })
  return {
    actor: userIdOf(mover.caller),
    comments,
    time: mover.now,
    passes: (guard, node) => isForced || passesGuard(mover, guard, asked(node)),
    evaluate: (expression, node) => evaluateExpression(mover, expression, asked(node)),
  }
}
