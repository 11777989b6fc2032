import { parseBoolean, type SearchParameter } from '../../../content/query/searchParameters.js'
import { DomainError } from '../../../foundation/domainError.js'
import { message } from '../../../foundation/messages.js'

/** An integer of up to six digits; throws `bad-request` for any other value. */
export function readInteger(name: string, sent: SearchParameter | undefined, usual: number): number {
  if (sent === undefined) return usual
  if (typeof sent === 'string' && /^-?\d{1,6}$/.test(sent)) return Number(sent)
  throw new DomainError('bad-request', message('query.integer', { name }))
}

/** A boolean; throws `bad-request` for any other value. */
export function readFlag(name: string, sent: SearchParameter | undefined, usual: boolean): boolean {
  if (sent === undefined) return usual
  const flag = typeof sent === 'string' ? parseBoolean(sent) : undefined
  if (flag !== undefined) return flag
  throw new DomainError('bad-request', message('query.boolean', { name, value: String(sent).slice(0, 100) }))
}
