import { DomainError, type JsonObject, message } from '@plenum/core'
import { Ajv, type AnySchemaObject, type ValidateFunction } from 'ajv'
import express, { type Request, type Response } from 'express'

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

const lengths = new WeakMap<object, number>()
const parsers = new Map<number, ReturnType<typeof express.json>>()

/** The type of the content is not looked at: clients send JSON under all kinds of names (rest-layer sheet, 0.2). */
function parserFor(limit: number): ReturnType<typeof express.json> {
  const known = parsers.get(limit)
  if (known) return known
  const parser = express.json({
    limit,
    strict: false,
    type: () => true,
    verify: (req, _res, bytes) => lengths.set(req, bytes.length),
  })
  parsers.set(limit, parser)
  return parser
}

function parse(req: Request, res: Response, limit: number): Promise<unknown> {
  return new Promise((resolve, reject) =>
    parserFor(limit)(req, res, error => (error ? reject(unreadable(error)) : resolve(req.body))),
  )
}

function unreadable(error: { readonly type?: string }): DomainError {
  if (error.type === 'entity.too.large')
    return new DomainError('too-large', message('body.too-large', { limit: mostBytes }))
  return new DomainError('bad-request', message('body.malformed'))
}

/** The object that a request carries; an empty body counts as an empty one. */
export async function readJsonBody(
  req: Request,
  res: Response,
  { limits, schema }: { limits: BodyLimits; schema?: AnySchemaObject },
): Promise<JsonObject> {
  const limit = limits.mayUpload ? Math.max(limits.upload, mostBytes) : mostBytes
  const body = (await parse(req, res, limit)) ?? {}
  if (!isObject(body)) throw new DomainError('bad-request', message('body.malformed'))
  if ((lengths.get(req) ?? 0) > mostBytes && !hasFile(body))
    throw new DomainError('too-large', message('body.too-large', { limit: mostBytes }))
  if (schema) validate(body, schema)
  return body
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function hasFile(body: JsonObject): boolean {
  return Object.values(body).some(
    value => isObject(value) && typeof value.data === 'string' && value.encoding === 'base64',
  )
}

function validate(body: JsonObject, schema: AnySchemaObject): void {
  const isValid = validatorOf(schema)
  if (isValid(body)) return
  const problems = (isValid.errors ?? []).map(
    ({ instancePath, message: text }) => `${instancePath.slice(1) || 'body'} ${text}`,
  )
  throw new DomainError('bad-request', message('body.shape', { problems: problems.join('; ') }))
}
