import { type Caller, DomainError, message, readQuery } from '@plenum/core'
import type { Request } from 'express'
import type { IncomingBody } from '../../guards/bodies/incomingBody.js'
import { type FormPart, multipartParser } from '../../guards/bodies/multipart.js'

export type FormFields = ReadonlyMap<string, readonly string[]>

/** The maximum size of a form in bytes, which is sufficient for a comment of 10,000 characters in any script. */
const maxBytes = 128 * 1024

const formType = 'application/x-www-form-urlencoded'
const multipartType = 'multipart/form-data'

/** The size limits of a form, in bytes. */
export interface FormLimits {
  /** The maximum total size of the fields, in bytes. */
  readonly fields: number
  /** The maximum size of the form including its files, in bytes, or null if the form must not contain files. */
  readonly files: number | null
  /** Whether the bytes of files are discarded. Defaults to false. */
  readonly discardsFiles?: boolean
}

export const defaultFormLimits: FormLimits = { fields: maxBytes, files: null }

export interface ReceivedForm {
  readonly fields: FormFields
  readonly files: readonly FormPart[]
}

/**
 * Reads the fields and files of a form. Throws a DomainError `unsupported-media-type` if the body is not a form,
 * `too-large` if it exceeds the limit, and `bad-request` if it is malformed. Throws `abandoned` if the client has
 * disconnected.
 */
export async function readForm(
  { req, incoming }: { readonly req: Request; readonly incoming: IncomingBody },
  caller: Caller,
  limits = defaultFormLimits,
): Promise<ReceivedForm> {
  const header = req.headers['content-type'] ?? ''
  const type = header.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const hasFiles = type === multipartType && limits.files !== null
  if (type !== formType && !hasFiles)
    throw new DomainError('unsupported-media-type', message('form.media-type', { type: type.slice(0, 100) }))
  incoming.allow(hasFiles ? Math.max(limits.files, limits.fields) : limits.fields)
  if (hasFiles) return readMultipart({ req, incoming }, caller, limits)
  if (!incoming.hasBody) return { fields: fieldsParsedByApp(req.body), files: [] }
  const query = readQuery((await incoming.read(caller)).toString('latin1'))
  if (!query) throw malformed()
  return { fields: groupFields(query.entries), files: [] }
}

/**
 * Returns the body bytes if the enclosing application has read the body into a Buffer. Otherwise, returns an empty
 * Buffer.
 */
const bufferOf = (body: unknown): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))

async function readMultipart(
  { req, incoming }: { readonly req: Request; readonly incoming: IncomingBody },
  caller: Caller,
  { fields: fieldBytes, discardsFiles = false }: FormLimits,
): Promise<ReceivedForm> {
  const parser = await multipartParser(req.headers['content-type'] ?? '', { fieldBytes, malformed, discardsFiles })
  if (incoming.hasBody) await incoming.readInto(caller, parser)
  else parser.add(bufferOf(req.body))
  const { fields, files } = await parser.end()
  return { fields: groupFields(fields), files }
}

const malformed = (): DomainError => new DomainError('bad-request', message('form.malformed'))

function fieldsParsedByApp(body: unknown): FormFields {
  if (Buffer.isBuffer(body)) return groupFields(readQuery(body.toString('latin1'))?.entries ?? [])
  return groupFields(
    Object.entries(Object(body)).flatMap(([name, value]) => [value].flat().map(item => [name, item] as const)),
  )
}

function groupFields(entries: readonly (readonly [name: string, value: unknown])[]): FormFields {
  const fields = new Map<string, string[]>()
  for (const [name, value] of entries) {
    if (typeof value !== 'string') throw malformed()
    const before = fields.get(name)
    if (before) before.push(value)
    else fields.set(name, [value])
  }
  return fields
}

/**
 * Returns the only value of a field, or undefined if the field is missing. Throws `bad-request` if the field is
 * repeated.
 */
export function only(fields: FormFields, name: string): string | undefined {
  const values = fields.get(name) ?? []
  if (values.length > 1) throw new DomainError('bad-request', message('form.repeated', { name }))
  return values[0]
}
