import { withObject } from '../../content/node/lineage.js'
import { DomainError } from '../../foundation/domainError.js'
import { message } from '../../foundation/messages.js'
import { permission } from '../../security/stockPermissions.js'
import type { Operation } from '../run/operation.js'
import type { RequestContext } from '../run/requestContext.js'
import { updateOf } from '../write/changes.js'

/**
 * Sets the additional behaviors of one object, which contribute workflows. They replace the previous ones; the last one
 * contributes first (docs/workflow-and-history.md, Chain). Records of workflows that the object no longer has are
 * retained. Throws a DomainError `bad-request` for a behavior that contributes no workflows.
 */
export const setObjectBehaviors: Operation<readonly string[], null> = {
  permission: permission.manageSite,
  async run(context, behaviors) {
    refuseUnsupported(context, behaviors)
    const node = { ...context.node, behaviors: [...new Set(behaviors)] }
    return { answer: null, change: { updates: [updateOf(context.environment, withObject(context.lineage, node))] } }
  },
}

function refuseUnsupported({ environment }: RequestContext, behaviors: readonly string[]): void {
  const { contributions } = environment.workflows
  const unsupported = behaviors.filter(name => !contributions.has(name))
  if (unsupported.length === 0) return
  const values = { names: unsupported.join(', '), possible: [...contributions.keys()].join(', ') }
  throw new DomainError('bad-request', message('behavior.no-workflows', values))
}
