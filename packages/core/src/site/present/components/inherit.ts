import type { InheritedValues, InheritPayload } from '../../../answers/components.js'
import type { Behavior } from '../../../content/model/model.js'
import { activeParts } from '../../../content/model/registry.js'
import { type Lineage, lineagesAlong, objectOf } from '../../../content/node/node.js'
import type { JsonObject } from '../../../foundation/json.js'
import { urlOf } from '../../../foundation/paths.js'
import { permission } from '../../../security/stockPermissions.js'
import { cacheWhileUnchanged } from '../../run/cacheWhileUnchanged.js'
import { hasPermissionAt, type RequestContext } from '../../run/requestContext.js'
import { payloadSource, presentContent } from '../presentContent.js'
import type { Component } from './component.js'

/** The maximum number of behaviors per request; further names are ignored. */
const maxNames = 100

/**
 * Values of behaviors, each from the nearest object or container that has the behavior and that the caller may view
 * (docs/content-and-access.md, Components, rule 9). `behaviors` is a list of names, separated by commas.
 */
export const inherit: Component<InheritPayload> = {
  async show(context, lineage, { behaviors }) {
    const requested = typeof behaviors === 'string' ? behaviors : ''
    if (requested === '') return {}
    const values: Record<string, InheritedValues> = {}
    for (const name of new Set(requested.split(',').slice(0, maxNames))) {
      const source = nearestWith(context, lineage, name)
      if (source) values[name] = await valuesAt(context, source)
    }
    const url = urlOf(context.base, objectOf(lineage).path)
    return { '@id': `${url}/@inherit?expand.inherit.behaviors=${encodeURI(requested)}`, ...values }
  },
}

interface BehaviorSource {
  readonly lineage: Lineage
  readonly behavior: Behavior
}

function nearestWith(context: RequestContext, lineage: Lineage, name: string): BehaviorSource | undefined {
  for (const ancestor of lineagesAlong(lineage).toReversed()) {
    const { allBehaviors } = activeParts(context.environment.registry.type(objectOf(ancestor).type), ancestor)
    const behavior = allBehaviors.find(candidate => candidate.name === name)
    if (behavior && hasPermissionAt(context, permission.view, ancestor)) return { lineage: ancestor, behavior }
  }
  return undefined
}

const valuesAt = cacheWhileUnchanged(
  ({ lineage, behavior }: BehaviorSource) => `inherit ${behavior.name} ${objectOf(lineage).uid}`,
  async (context, { lineage, behavior }) => {
    const content = await presentContent(context, lineage)
    const more = await behavior.payload?.(payloadSource(context, lineage))
    const names = (behavior.fields ?? []).map(({ name }) => name).filter(name => Object.hasOwn(content, name))
    const { '@id': id, title } = content
    const fields: JsonObject = content
    const value: InheritedValues = {
      from: { '@id': id, title: title ?? '' },
      data: { ...Object.fromEntries(names.map(name => [name, fields[name] ?? null])), ...more },
    }
    return { value, objects: 1 }
  },
)
