import {
  type Caller,
  type CsvRow,
  DomainError,
  isJsonObject,
  type JsonObject,
  maxLevels,
  message,
  parseJson,
  type ReadUpload,
  type Site,
  uploadedFiles,
} from '@plenum/core'
import type { Ajv, AnySchemaObject } from 'ajv'
import type { Request } from 'express'
import { fileInForm } from '../csv/fileInForm.js'
import { readCsv } from '../csv/readCsv.js'
import type { OperationContext } from '../exchange/exchange.js'
import type { Route } from '../exchange/route.js'
import { defaultUpload, type FileOptions, maxBytes } from '../guards/bodies/bodySizes.js'
import { malformed } from '../guards/bodies/contentEncoding.js'
import { type IncomingBody, tooLarge } from '../guards/bodies/incomingBody.js'

/** The maximum size of a CSV file, in bytes (docs/http-answers.md, CSV). */
const maxCsvBytes = 4 * 1024 * 1024

export interface BodyOptions extends FileOptions {
  /**
   * Decodes and parses a body larger than 1 MiB in another thread. If omitted, all bodies are parsed in the event
   * loop thread.
   */
  parseLargeBody?(bytes: Uint8Array, limits: LargeBodyLimits): Promise<LargeBody>
}

/** A body that was parsed outside the event loop thread. */
export type LargeBody =
  | {
      /** The parsed body, in which placeholders replace the data of files. */
      readonly body: unknown
      /** The files in the body, by their placeholders. */
      readonly uploads: ReadonlyMap<string, ReadUpload>
    }
  | { readonly refused: 'malformed' | 'too-deep' | 'too-large' }

export interface LargeBodyLimits {
  /** The maximum nesting depth of objects and lists in the body. */
  readonly levels: number
  /** The maximum size of the body in bytes, excluding the data of files. */
  readonly others: number
}

export interface BodyExchange {
  readonly site: Pick<Site, 'admit' | 'scheduler'>
  readonly req: Request
  readonly incoming: IncomingBody
  readonly options: BodyOptions
}

export interface RequestBody {
  /** Returns the body, or throws the error that occurred while reading it. */
  readonly body: () => JsonObject
  /** Returns the rows of a CSV file, or throws the same error as `body`. */
  readonly rows: () => readonly CsvRow[]
  /** The decoded files in the body, by their placeholders. */
  readonly uploads?: ReadonlyMap<string, ReadUpload> | undefined
}

interface BodyTarget {
  readonly row: Route
  readonly schema: AnySchemaObject
  readonly at: OperationContext
}

/**
 * Reads the JSON object or the CSV file in a request after the permission check (docs/http-answers.md, Permission
 * before body). For a body that has already arrived completely, no separate check is needed, because the operation
 * checks the permission before it calls `body`. An empty body is treated as an empty object unless the route requires a
 * body. Throws `abandoned` if the client has disconnected. The returned functions throw all other errors.
 */
export async function readBody(exchange: BodyExchange, { row, schema, at }: BodyTarget): Promise<RequestBody> {
  const { site, incoming, options } = exchange
  const { maxUpload = defaultUpload } = options
  const upload = row.view === null && at.caller.kind === 'member' ? maxUpload : null
  if (upload !== null) incoming.allow(Math.max(upload, maxBytes))
  if (row.readsCsv) incoming.allow(maxCsvBytes)
  if (incoming.hasBody && !incoming.hasArrived()) await site.admit(row.operation, at)
  at.task?.releasePermit()
  try {
    if (row.readsCsv) return await readFile(exchange, at.caller)
    const bytes = await bytesOf(exchange, at.caller, checkMediaType)
    const { body, uploads } = bytes.length > 0 ? await parseBody(bytes, options, upload) : emptyBody(exchange.req, row)
    if (!isJsonObject(body)) throw malformed()
    await validate(body, schema)
    return { body: () => body, rows: () => [], uploads }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const fail = (): never => {
      throw error
    }
    return { body: fail, rows: fail }
  }
}

async function readFile(exchange: BodyExchange, caller: Caller): Promise<RequestBody> {
  const bytes = await bytesOf(exchange, caller)
  const type = exchange.req.headers['content-type'] ?? ''
  const file = /^\s*multipart\//i.test(type) ? await fileInForm(bytes, type) : bytes
  const rows = await readCsv(file, exchange.site.scheduler)
  return { body: () => ({}), rows: () => rows }
}

/** Returns the bytes of a body. The same limits apply if the enclosing application has already read the body. */
async function bytesOf(
  { req, incoming }: BodyExchange,
  caller: Caller,
  checkType: (type: string | undefined) => void = () => {},
): Promise<Buffer> {
  const { 'content-type': type, 'content-length': length = 0 } = req.headers
  if (req.body !== undefined && !incoming.hasBody) {
    if (type !== undefined) checkType(type)
    return Buffer.isBuffer(req.body) ? req.body : emptyBytes
  }
  if (!incoming.hasBody) return emptyBytes
  if (Number(length) > 0) checkType(type)
  const bytes = await incoming.read(caller)
  if (bytes.length > 0) checkType(type)
  return bytes
}

const emptyBytes = Buffer.alloc(0)

/** Throws unless the body is JSON (docs/http-answers.md, Bodies). */
function checkMediaType(contentType: string | undefined): void {
  const type = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (type === 'application/json' || type.endsWith('+json')) return
  const reason = type === '' ? message('body.no-type') : message('body.media-type', { type: type.slice(0, 100) })
  throw new DomainError('unsupported-media-type', reason)
}

type ParsedBody = { readonly body: unknown; readonly uploads?: RequestBody['uploads'] }

/**
 * Returns the body of a request from which no bytes can be read. The enclosing application may already have parsed
 * the body.
 */
function emptyBody({ body }: Request, { isBodyRequired }: Route): ParsedBody {
  return { body: (Buffer.isBuffer(body) ? undefined : body) ?? (isBodyRequired ? undefined : {}) }
}

async function parseBody(bytes: Buffer, { parseLargeBody }: BodyOptions, upload: number | null): Promise<ParsedBody> {
  if (bytes.length > maxBytes && parseLargeBody) return parseInThread(bytes, parseLargeBody)
  const body = parsedBytes(bytes)
  if (isJsonObject(body)) checkSize(body, bytes.length, upload)
  return { body }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function parsedBytes(bytes: Buffer): unknown {
  try {
    return parseJson(utf8.decode(bytes))
  } catch (error) {
    throw error instanceof DomainError ? error : malformed()
  }
}

function checkSize(body: JsonObject, size: number, upload: number | null): void {
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

async function parseInThread(bytes: Buffer, parse: NonNullable<BodyOptions['parseLargeBody']>): Promise<ParsedBody> {
  const result = await parse(bytes, { levels: maxLevels, others: maxBytes })
  if (!('refused' in result)) return result
  if (result.refused === 'too-large') throw tooLarge(maxBytes)
  if (result.refused === 'malformed') throw malformed()
  throw new DomainError('bad-request', message('json.too-deep', { limit: maxLevels }))
}

let loading: Promise<Ajv> | undefined

/** Loads Ajv for the first request with a body. Loading takes 40 ms, and many processes never need Ajv. */
function loadAjv(): Promise<Ajv> {
  loading ??= import('ajv').then(library => new library.Ajv({ allErrors: true }))
  return loading
}

async function validate(body: JsonObject, schema: AnySchemaObject): Promise<void> {
  const isValid = (await loadAjv()).compile(schema)
  if (isValid(body)) return
  const problems = (isValid.errors ?? []).map(
    ({ instancePath, keyword, params }) =>
      `${instancePath.slice(1) || 'body'}: ${keyword} ${Object.values(params).flat().join(' | ')}`,
  )
  throw new DomainError('bad-request', message('body.shape', { problems: problems.join('; ') }))
}
