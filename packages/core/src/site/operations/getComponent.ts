import { permission } from '../../security/stockPermissions.js'
import type { Component, ComponentPayload } from '../present/components/component.js'
import { type ComponentName, components } from '../present/components/components.js'
import { locksHere } from '../present/partsOfContent.js'
import { type Expansion, parametersOf } from '../run/expansion.js'
import type { Operation } from '../run/operation.js'
import { unauthorized } from '../run/refusals.js'

export interface GetComponentInput {
  readonly name: ComponentName
  readonly parameters: Expansion['parameters']
}

/** `GET {path}/@breadcrumbs` and the other components (docs/content-and-access.md, Components). */
export const getComponent: Operation<GetComponentInput, ComponentPayload> = {
  permission: permission.view,
  dependsOn: async (context, { name, parameters }) => {
    const locks = await locksHere(context)
    return { parts: [name, JSON.stringify(parameters), locks.parts], until: locks.until }
  },
  async run(context, { name, parameters }) {
    const { mayShow: isVisible, show }: Component = components[name]
    if (isVisible?.(context, context.lineage) === false) throw unauthorized(context.lineage, context.environment)
    return { answer: await show(context, context.lineage, parametersOf(parameters, name)) }
  },
}
