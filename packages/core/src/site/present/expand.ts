import type { Lineage } from '../../content/node/lineage.js'
import { isJsonObject, type JsonObject } from '../../foundation/json.js'
import type { Visit } from '../run/visit.js'
import { workflowStatus } from './workflowStatus.js'

type Expander = (visit: Visit, lineage: Lineage) => Promise<JsonObject>

/**
 * The endpoints whose payload can be part of content, under `@components` (docs/content-and-access.md, Payload of an
 * object).
 */
const expanders: Readonly<Record<string, Expander>> = { workflow: workflowStatus }

/** A payload with the wanted components expanded; unknown names are ignored. */
export async function withComponents(
  visit: Visit,
  lineage: Lineage,
  { content, expand }: { content: JsonObject; expand: readonly string[] },
): Promise<JsonObject> {
  const names = [...new Set(expand)].filter(name => Object.hasOwn(expanders, name))
  if (names.length === 0) return content
  const payloads = await Promise.all(names.map(async name => [name, await expanders[name]?.(visit, lineage)] as const))
  const components = isJsonObject(content['@components']) ? content['@components'] : {}
  return { ...content, '@components': { ...components, ...(Object.fromEntries(payloads) as JsonObject) } }
}
