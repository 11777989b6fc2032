import type { Lineage } from '../../../content/node/lineage.js'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../foundation/json.js'
import { type Expansion, parametersOf } from '../../run/expansion.js'
import type { Visit } from '../../run/visit.js'
import type { Component } from './component.js'
import { components, isComponent } from './components.js'

/** A payload with the requested components embedded. A component that the caller may not read stays a link. */
export async function withComponents(
  visit: Visit,
  lineage: Lineage,
  { content, expand }: { readonly content: JsonObject; readonly expand: Expansion },
): Promise<JsonObject> {
  const names = [...new Set(expand.names)].filter(isComponent)
  const payloads: Record<string, JsonValue> = {}
  for (const name of names) {
    const { mayShow, show }: Component = components[name]
    if (mayShow?.(visit, lineage) ?? true)
      payloads[name] = await show(visit, lineage, parametersOf(expand.parameters, name))
  }
  if (Object.keys(payloads).length === 0) return content
  const links = isJsonObject(content['@components']) ? content['@components'] : {}
  return { ...content, '@components': { ...links, ...payloads } }
}
