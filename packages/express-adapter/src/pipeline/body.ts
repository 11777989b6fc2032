import {
  type Caller,
  DomainError,
  isJsonObject,
  type JsonObject,
  maxLevels,
  message,
  parseJson,
  type ReadUpload,
  uploadedFiles,
} from '@plenum/core'
import type { Ajv, AnySchemaObject, ValidateFunction } from 'ajv'
import type { Request } from 'express'
import { malformed } from '../guards/contentEncoding.js'
import { type IncomingBody, tooLarge } from '../guards/incomingBody.js'
import type { LargeBody, LargeBodyLimits } from '../guards/largeBody.js'
import { checkMediaType } from '../guards/mediaType.js'

/** Maximum bytes of a body, not counting the files in it (docs/http-answers.md, Bodies). */
export const maxBytes = 1024 * 1024

export interface BodyReadOptions {
  readonly caller: Caller
  /** Maximum bytes of a body with a file; null if the request cannot contain one. */
  readonly upload: number | null
  readonly schema: AnySchemaObject
  readonly isRequired: boolean
  readonly parseLargeBody: ((bytes: Uint8Array, limits: LargeBodyLimits) => Promise<LargeBody>) | undefined
}

export interface RequestBody {
  readonly body: JsonObject
  /** Decoded files, by the placeholder that replaces their data in the body. */
  readonly uploads?: ReadonlyMap<string, ReadUpload>
}

/**
 * Reads the JSON object of a request; an empty body counts as an empty object unless the route demands one. Throws
 * DomainErrors for an invalid body, and `abandoned` if the client has disconnected.
 */
export async function readBody(
  { req, incoming }: { readonly req: Request; readonly incoming: IncomingBody },
  options: BodyReadOptions,
): Promise<RequestBody> {
  const parsedBody = await parseBody(await bytesOf(req, incoming, options.caller), req, options)
  const { body } = parsedBody
  if (!isJsonObject(body)) throw malformed()
  await validate(body, options.schema)
  return { body, ...(parsedBody.uploads ? { uploads: parsedBody.uploads } : {}) }
}

/** Bodies that the surrounding application has already read have the same limits as unread ones. */
async function bytesOf(req: Request, incoming: IncomingBody, caller: Caller): Promise<Buffer> {
  if (req.body !== undefined && !incoming.hasBody) {
    if (req.headers['content-type'] !== undefined) checkMediaType(req.headers['content-type'])
    return Buffer.isBuffer(req.body) ? req.body : emptyBytes
  }
  if (!incoming.hasBody) return emptyBytes
  if (Number(req.headers['content-length'] ?? 0) > 0) checkMediaType(req.headers['content-type'])
  const bytes = await incoming.read(caller)
  if (bytes.length > 0) checkMediaType(req.headers['content-type'])
  return bytes
}

const emptyBytes = Buffer.alloc(0)

type ParsedBody = { readonly body: unknown; readonly uploads?: ReadonlyMap<string, ReadUpload> }

async function parseBody(bytes: Buffer, req: Request, options: BodyReadOptions): Promise<ParsedBody> {
  if (bytes.length === 0) return { body: bodyParsedByApp(req) ?? (options.isRequired ? undefined : {}) }
  if (bytes.length > maxBytes && options.parseLargeBody) return parseInThread(bytes, options.parseLargeBody)
  const body = parsedBytes(bytes)
  if (isJsonObject(body)) checkSize(body, bytes.length, options)
  return { body }
}

/** The body as the surrounding application parsed it; undefined if it did not. */
function bodyParsedByApp({ body }: Request): unknown {
  return Buffer.isBuffer(body) ? undefined : body
}

/** Strips a byte order mark and rejects invalid UTF-8. */
const utf8 = new TextDecoder('utf-8', { fatal: true })

function parsedBytes(bytes: Buffer): unknown {
  try {
    return parseJson(utf8.decode(bytes))
  } catch (error) {
    throw error instanceof DomainError ? error : malformed()
  }
}

function checkSize(body: JsonObject, size: number, { upload }: BodyReadOptions): void {
  const files = upload === null ? [] : uploadedFiles(body)
  const limit = files.length > 0 ? (upload ?? 0) : maxBytes
  if (size > limit) throw tooLarge(limit)
  if (size <= maxBytes || files.length === 0) return
  const withoutFiles = Object.entries(body).map(([name, value]) => [
    name,
    files.includes(name) ? { ...(value as JsonObject), data: '' } : value,
  ])
  if (Buffer.byteLength(JSON.stringify(Object.fromEntries(withoutFiles))) > maxBytes) throw tooLarge(maxBytes)
}

async function parseInThread(
  bytes: Buffer,
  parse: NonNullable<BodyReadOptions['parseLargeBody']>,
): Promise<ParsedBody> {
  const result = await parse(bytes, { levels: maxLevels, others: maxBytes })
  if (!('refused' in result)) return result
  if (result.refused === 'too-large') throw tooLarge(maxBytes)
  if (result.refused === 'malformed') throw malformed()
  throw new DomainError('bad-request', message('json.too-deep', { limit: maxLevels }))
}

const validators = new Map<AnySchemaObject, ValidateFunction>()
let loading: Promise<Ajv> | undefined

/** Loaded with the first body, because it takes 40 ms and readers never need it. */
function loadAjv(): Promise<Ajv> {
  loading ??= import('ajv').then(library => new library.Ajv({ allErrors: true }))
  return loading
}

async function validatorOf(schema: AnySchemaObject): Promise<ValidateFunction> {
  const cached = validators.get(schema)
  if (cached) return cached
  const compiled = (await loadAjv()).compile(schema)
  validators.set(schema, compiled)
  return compiled
}

/** Problems use the keywords of JSON Schema, which are the same in every language. */
async function validate(body: JsonObject, schema: AnySchemaObject): Promise<void> {
  const isValid = await validatorOf(schema)
  if (isValid(body)) return
  const problems = (isValid.errors ?? []).map(
    ({ instancePath, keyword, params }) =>
      `${instancePath.slice(1) || 'body'}: ${keyword} ${Object.values(params).flat().join(' | ')}`,
  )
  throw new DomainError('bad-request', message('body.shape', { problems: problems.join('; ') }))
}
