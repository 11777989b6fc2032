import type { ContentPayload } from '../../../answers/content.js'
import type { Lineage } from '../../../content/node/lineage.js'
import { type Expansion, parametersOf } from '../../run/expansion.js'
import type { RequestContext } from '../../run/requestContext.js'
import type { Component, ComponentPayload } from './component.js'
import { components, isComponent } from './components.js'

/** A payload with the requested components embedded. A component that the caller may not read stays a link. */
export async function withComponents(
  context: RequestContext,
  lineage: Lineage,
  { content, expand }: { readonly content: ContentPayload; readonly expand: Expansion },
): Promise<ContentPayload> {
  const names = [...new Set(expand.names)].filter(isComponent)
  const payloads: Record<string, ComponentPayload> = {}
  for (const name of names) {
    const { mayShow, show }: Component = components[name]
    if (mayShow?.(context, lineage) ?? true)
      payloads[name] = await show(context, lineage, parametersOf(expand.parameters, name))
  }
  if (Object.keys(payloads).length === 0) return content
  return { ...content, '@components': { ...content['@components'], ...payloads } }
}
