import type { InheritedValues, InheritPayload } from '../../../answers/components.js'
import type { Behavior } from '../../../content/model/model.js'
import { activeParts } from '../../../content/model/registry.js'
import { type Lineage, lineagesAlong, objectOf } from '../../../content/node/lineage.js'
import type { JsonObject } from '../../../foundation/json.js'
import { urlOf } from '../../../foundation/paths.js'
import { permission } from '../../../security/stockPermissions.js'
import { keepWhileSame } from '../../run/keepWhileSame.js'
import { mayAt, type Visit } from '../../run/visit.js'
import { payloadSource, presentContent } from '../presentContent.js'
import type { Component } from './component.js'

/** The maximum number of behaviors per request; further names are ignored. */
const maxNames = 100

/**
 * Values of behaviors, each from the nearest object or container that has the behavior and that the caller may view
 * (docs/content-and-access.md, Components, rule 9). `behaviors` is a list of names, separated by commas.
 */
export const inherit: Component<InheritPayload> = {
  async show(visit, lineage, { behaviors }) {
    const sent = typeof behaviors === 'string' ? behaviors : ''
    if (sent === '') return {}
    const found: Record<string, InheritedValues> = {}
    for (const name of new Set(sent.split(',').slice(0, maxNames))) {
      const place = nearestWith(visit, lineage, name)
      if (place) found[name] = await valuesAt(visit, place)
    }
    const url = urlOf(visit.base, objectOf(lineage).path)
    return { '@id': `${url}/@inherit?expand.inherit.behaviors=${encodeURI(sent)}`, ...found }
  },
}

interface Place {
  readonly lineage: Lineage
  readonly behavior: Behavior
}

function nearestWith(visit: Visit, lineage: Lineage, name: string): Place | undefined {
  for (const above of lineagesAlong(lineage).toReversed()) {
    const { allBehaviors } = activeParts(visit.environment.registry.type(objectOf(above).type), above)
    const behavior = allBehaviors.find(one => one.name === name)
    if (behavior && mayAt(visit, permission.view, above)) return { lineage: above, behavior }
  }
  return undefined
}

const valuesAt = keepWhileSame(
  ({ lineage, behavior }: Place) => `inherit ${behavior.name} ${objectOf(lineage).uid}`,
  async (visit, { lineage, behavior }) => {
    const content = await presentContent(visit, lineage)
    const more = await behavior.payload?.(payloadSource(visit, lineage))
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
