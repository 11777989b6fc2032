import { type Caller, DomainError, message, readQuery } from '@plenum/core'
import type { Request } from 'express'
import type { IncomingBody } from '../../guards/bodies/incomingBody.js'

/** The fields of a form: all values by name, in the order of the request. */
export type FormFields = ReadonlyMap<string, readonly string[]>

/** The maximum size of a form in bytes, which is enough for a comment of 10,000 characters in any script. */
const maxBytes = 128 * 1024

const formType = 'application/x-www-form-urlencoded'

/**
 * Reads the fields of a form. Throws a DomainError: `unsupported-media-type` if the body is not a form, `too-large` if
 * it exceeds the limit, or `bad-request` if it is malformed. Throws `abandoned` if the client has disconnected.
 */
export async function readForm(
  { req, incoming }: { readonly req: Request; readonly incoming: IncomingBody },
  caller: Caller,
): Promise<FormFields> {
  const type = (req.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (type !== formType)
    throw new DomainError('unsupported-media-type', message('form.media-type', { type: type.slice(0, 100) }))
  incoming.allow(maxBytes)
  if (!incoming.hasBody) return fieldsParsedByApp(req.body)
  const query = readQuery((await incoming.read(caller)).toString('latin1'))
  if (!query) throw malformed()
  return groupFields(query.entries)
}

const malformed = (): DomainError => new DomainError('bad-request', message('form.malformed'))

/** The fields of a body that the surrounding application has already parsed. */
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
