import { parseBoolean, type SearchParameter } from '../../../content/query/searchParameters.js'
import { DomainError } from '../../../foundation/domainError.js'
import { message } from '../../../foundation/messages.js'

/** An integer of up to six digits; throws `bad-request` for any other value. */
export function readInteger(name: string, value: SearchParameter | undefined, fallback: number): number {
  if (value === undefined) return fallback
  if (typeof value === 'string' && /^-?\d{1,6}$/.test(value)) return Number(value)
  throw new DomainError('bad-request', message('query.integer', { name }))
}

/** A boolean; throws `bad-request` for any other value. */
export function readFlag(name: string, value: SearchParameter | undefined, fallback: boolean): boolean {
  if (value === undefined) return fallback
  const flag = typeof value === 'string' ? parseBoolean(value) : undefined
  if (flag !== undefined) return flag
  throw new DomainError('bad-request', message('query.boolean', { name, value: String(value).slice(0, 100) }))
}
