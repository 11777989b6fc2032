import { maxHtml } from '../../content/fields/reading.js'
import { isJsonObject, type JsonObject, type JsonValue, partsOf } from '../../foundation/json.js'
import type { Task } from '../../foundation/scheduler.js'
import type { Environment } from './environment.js'
import type { Operation, OperationRequest } from './operation.js'

/**
 * The maximum number of characters of HTML that are sanitized in the event loop. Sanitizing them takes a few
 * milliseconds.
 */
const maxInEventLoop = 20_000
const costPerText = 100

interface HtmlToClean<I> {
  readonly environment: Environment
  readonly operation: Pick<Operation<I, unknown>, 'values'>
  readonly request: Pick<OperationRequest<I>, 'input'>
  readonly task: Task
}

/**
 * Sanitizes the long HTML in an input in another thread, as a long task and without a store reader
 * (docs/http-answers.md, Time slices). In the returned environment, `cleanHtml` returns the prepared results. Every
 * string that may be HTML is sanitized, because it is unknown which fields contain HTML until the object is opened.
 */
export async function withCleanHtml<I>({
  environment,
  operation,
  request,
  task,
}: HtmlToClean<I>): Promise<Environment> {
  const { cleanLongHtml } = environment
  if (!cleanLongHtml || !operation.values) return environment
  const fragments = htmlIn(valuesOf(request, operation.values))
  // The size includes every occurrence of a repeated string, because the event loop would sanitize each of them. The
  // thread sanitizes a repeated string only once.
  if (fragments.reduce((size, text) => size + text.length + costPerText, 0) <= maxInEventLoop) return environment
  await task.acquirePermit()
  const texts = [...new Set(fragments)]
  const cleaned = await cleanLongHtml(texts)
  task.check()
  const byText = new Map(texts.map((text, i) => [text, cleaned[i]]))
  const cleanHtml: Environment['cleanHtml'] = html => byText.get(html) ?? environment.cleanHtml(html)
  return { ...environment, cleanHtml, at: root => ({ ...environment.at(root), cleanHtml }) }
}

function valuesOf<I>(request: Pick<OperationRequest<I>, 'input'>, values: (input: I) => JsonObject): JsonObject {
  try {
    return values(request.input())
  } catch {
    return {}
  }
}

/**
 * Returns the strings that may be HTML: fields, the data of rich text, and blocks of raw HTML. Strings above the length
 * limit are omitted, because they are rejected later.
 */
function htmlIn(values: JsonObject): readonly string[] {
  const texts: string[] = []
  const add = (text: JsonValue | undefined): void => {
    if (typeof text === 'string' && text.length <= maxHtml) texts.push(text)
  }
  for (const value of Object.values(values)) add(isRichText(value) ? value.data : value)
  for (const part of partsOf(values)) if (isJsonObject(part) && part['@type'] === 'html') add(part.html)
  return texts
}

const isRichText = (value: JsonValue): value is JsonObject & { readonly data: JsonValue } =>
  isJsonObject(value) && 'data' in value && (value['content-type'] ?? 'text/html') === 'text/html'
