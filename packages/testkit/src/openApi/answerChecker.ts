import { isJsonObject, type JsonObject, type JsonValue, locate } from '@plenum/core'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

export interface CheckedAnswer {
  readonly method: string
  /** The URL without the scheme and the host. */
  readonly target: string
  readonly status: number
  /** The value of the `Content-Type` header, or undefined if the header is missing. */
  readonly type: string | undefined
  readonly body: string
}

/**
 * Returns a description of the difference between a response and the OpenAPI document. Returns undefined if they agree
 * or if the document does not describe the path.
 */
export type CheckAnswer = (answer: CheckedAnswer) => string | undefined

const at = (value: JsonValue | undefined, key: string): JsonObject => {
  const part = isJsonObject(value) ? value[key] : undefined
  return isJsonObject(part) ? part : {}
}

/** Creates a function that checks responses. `document` is the body of a `GET /@openapi` response. */
export function answerChecker(document: JsonObject): CheckAnswer {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false })
  ajv.addKeyword('components')
  ajv.addSchema({ $id: 'document', components: document.components }, undefined, undefined, false)
  const validators = new Map<string, ValidateFunction>()
  const validatorOf = (key: string, schema: JsonValue | undefined): ValidateFunction => {
    const known = validators.get(key)
    if (known) return known
    const validate = ajv.compile(JSON.parse(JSON.stringify(schema ?? {}).replaceAll('"#/', '"document#/')))
    validators.set(key, validate)
    return validate
  }
  const templates = Object.keys(at(document, 'paths')).map(template => [template, template.split('/')] as const)
  return ({ method: sent, target, status, type, body }) => {
    const method = sent === 'HEAD' ? 'get' : sent.toLowerCase()
    const path = pathOf(target)
    const template = templates.find(
      ([name, parts]) => path && isMatch(parts, path.split('/')) && method in at(at(document, 'paths'), name),
    )?.[0]
    if (template === undefined) return undefined
    const responses = at(at(at(at(document, 'paths'), template), method), 'responses')
    if (!(status in responses)) return `${method} ${template} does not document ${status}`
    if (sent === 'HEAD') return undefined
    const reference = at(responses, String(status)).$ref
    const response = typeof reference === 'string' ? refusalOf(document, status) : at(responses, String(status))
    if (!('content' in response))
      return body === '' ? undefined : `${method} ${template} documents no body for ${status}`
    const mediaType = type?.split(';', 1)[0] ?? ''
    const content = at(response, 'content')
    const media = mediaType in content ? mediaType : '*/*'
    if (!(media in content)) return `${method} ${template} does not document ${mediaType} for ${status}`
    if (!/[/+]json/.test(mediaType) || media === '*/*') return undefined
    const validate = validatorOf(`${method} ${template} ${status} ${media}`, at(content, media).schema)
    if (validate(JSON.parse(body))) return undefined
    return `${method} ${template} ${status}: ${ajv.errorsText(validate.errors).slice(0, 500)}`
  }
}

const refusalOf = (document: JsonObject, status: number): JsonObject =>
  at(at(at(document, 'components'), 'responses'), String(status))

/**
 * Whether the segments of a path match a template. `{path}` matches one or more segments that do not begin with `@`,
 * because segments with `@` are service names. Directly before a service name, `{path}` also matches an empty path.
 */
function isMatch([first, ...rest]: readonly string[], path: readonly string[]): boolean {
  if (first === undefined) return path.length === 0
  if (first !== '{path}') return path[0] !== undefined && fits(first, path[0]) && isMatch(rest, path.slice(1))
  const service = path.findIndex(segment => segment === '' || segment.startsWith('@'))
  const most = service < 0 ? path.length : service
  const isBeforeService = rest[0]?.startsWith('@') === true
  return (isBeforeService && isMatch(rest, path)) || path.some((_, i) => i < most && isMatch(rest, path.slice(i + 1)))
}

const fits = (part: string, segment: string): boolean => (part.startsWith('{') ? segment !== '' : part === segment)

/**
 * Returns the decoded path without empty segments and dot segments, or undefined if the URL is invalid. For the site
 * root, returns `/-`, because templates for objects require a segment.
 */
function pathOf(target: string): string | undefined {
  const located = locate(target.replace(/^https?:\/\/[^/?]*/i, '').replace(/[?#].*$/s, ''))
  if (located.kind !== 'resource') return undefined
  const { path, view, rest } = located
  if (view === null) return path === '/' ? '/-' : path
  return [path === '/' ? '' : path, view, ...rest].join('/')
}
