import { maxHtml } from '../../content/fields/reading.js'
import { isJsonObject, type JsonObject, type JsonValue, partsOf } from '../../foundation/json.js'
import type { Work } from '../../foundation/turns.js'
import type { Environment } from './environment.js'
import type { Operation, OperationRequest } from './operation.js'

/** Characters that are cleaned with the fields, which takes some milliseconds. */
const maxAtOnce = 20_000
/** What beginning with a text costs, as characters. */
const perText = 100

interface HtmlToClean<I> {
  readonly environment: Environment
  readonly operation: Pick<Operation<I, unknown>, 'values'>
  readonly request: Pick<OperationRequest<I>, 'input'>
  readonly work: Work
}

/**
 * An environment that has cleaned the HTML of an input, where it is long, elsewhere than in the event loop: as long
 * work, and without a reader (docs/http-answers.md, Turns). Which fields take HTML is not known before the object
 * is open, so that all texts are cleaned that stand where HTML does.
 */
export async function withCleanHtml<I>({
  environment,
  operation,
  request,
  work,
}: HtmlToClean<I>): Promise<Environment> {
  const { cleanLongHtml } = environment
  if (!cleanLongHtml || !operation.values) return environment
  const sent = htmlIn(valuesOf(request, operation.values))
  // A text that was sent a thousand times is cleaned a thousand times with the fields, and once in the thread.
  if (sent.reduce((size, text) => size + text.length + perText, 0) <= maxAtOnce) return environment
  await work.takePlace()
  const texts = [...new Set(sent)]
  const cleaned = await cleanLongHtml(texts)
  work.check()
  const byText = new Map(texts.map((text, i) => [text, cleaned[i]]))
  const cleanHtml: Environment['cleanHtml'] = html => byText.get(html) ?? environment.cleanHtml(html)
  return { ...environment, cleanHtml, at: root => ({ ...environment.at(root), cleanHtml }) }
}

/** What is wrong with the input is told later, to whoever is let in. */
function valuesOf<I>(request: Pick<OperationRequest<I>, 'input'>, values: (input: I) => JsonObject): JsonObject {
  try {
    return values(request.input())
  } catch {
    return {}
  }
}

/** Texts of fields, the data of rich text, and blocks of raw HTML. Longer ones than HTML may be are refused unseen. */
function htmlIn(values: JsonObject): readonly string[] {
  const texts: string[] = []
  const add = (text: JsonValue | undefined): void => {
    if (typeof text === 'string' && text.length <= maxHtml) texts.push(text)
  }
  for (const value of Object.values(values)) add(isRichText(value) ? value.data : value)
  for (const part of partsOf(values)) if (isJsonObject(part) && part['@type'] === 'html') add(part.html)
  return texts
}

function isRichText(value: JsonValue): value is JsonObject & { readonly data: JsonValue } {
  return isJsonObject(value) && 'data' in value && (value['content-type'] ?? 'text/html') === 'text/html'
}
