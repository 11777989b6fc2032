import { DomainError, type JsonObject, message } from '@plenum/core'
import { Ajv, type AnySchemaObject, type ValidateFunction } from 'ajv'
import express, { type Request, type RequestHandler, type Response } from 'express'

/** Bytes that a body without a file may have (decisions, section 0). */
const mostBytes = 1024 * 1024

export interface BodyLimits {
  /** Bytes of a body with a file. */
  readonly upload: number
  /** Whether whoever sends it may send files at all. */
  readonly mayUpload: boolean
}

const ajv = new Ajv({ allErrors: true })
const validators = new Map<AnySchemaObject, ValidateFunction>()

function validatorOf(schema: AnySchemaObject): ValidateFunction {
  const known = validators.get(schema)
  if (known) return known
  const compiled = ajv.compile(schema)
  validators.set(schema, compiled)
  return compiled
}

const readers = new Map<number, RequestHandler>()

/** The type of the content is not looked at: clients send JSON under all kinds of names (rest-layer sheet, 0.2). */
function readerFor(limit: number): RequestHandler {
  const known = readers.get(limit)
  if (known) return known
  const reader = express.raw({ limit, type: () => true })
  readers.set(limit, reader)
  return reader
}

/** The bytes of a body, unpacked; undefined when there is none, or when the application has read it already. */
function readBytes(req: Request, res: Response, limit: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) =>
    readerFor(limit)(req, res, (error: unknown) => {
      if (error) reject((error as { type?: string }).type === 'entity.too.large' ? tooLarge(limit) : malformed())
      else resolve(Buffer.isBuffer(req.body) && req.body.length > 0 ? req.body : undefined)
    }),
  )
}

const malformed = (): DomainError => new DomainError('bad-request', message('body.malformed'))
const tooLarge = (limit: number): DomainError => new DomainError('too-large', message('body.too-large', { limit }))

/** What the application that mounts the router has made of the body; undefined when there is none. */
function readAlready({ body }: Request): unknown {
  return Buffer.isBuffer(body) ? undefined : body
}

/** Takes a byte order mark away, and refuses what is no UTF-8. */
const utf8 = new TextDecoder('utf-8', { fatal: true })

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    throw malformed()
  }
}

/** The object that a request carries; an empty body counts as an empty one, unless there has to be one. */
export async function readJsonBody(
  req: Request,
  res: Response,
  { limits, schema, isDemanded = false }: { limits: BodyLimits; schema?: AnySchemaObject; isDemanded?: boolean },
): Promise<JsonObject> {
  const limit = limits.mayUpload ? Math.max(limits.upload, mostBytes) : mostBytes
  const bytes = await readBytes(req, res, limit)
  const body = bytes ? parse(bytes) : (readAlready(req) ?? (isDemanded ? undefined : {}))
  if (!isObject(body)) throw malformed()
  const most = hasFile(body) ? limits.upload : mostBytes
  if (bytes && bytes.length > most) throw tooLarge(most)
  if (schema) validate(body, schema)
  return body
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function hasFile(body: JsonObject): boolean {
  return Object.values(body).some(
    value =>
      isObject(value) &&
      typeof value.data === 'string' &&
      (value.encoding ?? 'base64') === 'base64' &&
      'filename' in value,
  )
}

/** Problems are told in the words of JSON Schema, which are the same in every language. */
function validate(body: JsonObject, schema: AnySchemaObject): void {
  const isValid = validatorOf(schema)
  if (isValid(body)) return
  const problems = (isValid.errors ?? []).map(
    ({ instancePath, keyword, params }) =>
      `${instancePath.slice(1) || 'body'}: ${keyword} ${Object.values(params).flat().join(' | ')}`,
  )
  throw new DomainError('bad-request', message('body.shape', { problems: problems.join('; ') }))
}
