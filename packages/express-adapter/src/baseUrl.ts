import { DomainError, message } from '@plenum/core'
import type { Request } from 'express'

/** A name or an address with an optional port: what else a Host header holds would end up in every address of the answer. */
const hostForm = /^(?:[\w.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/** Whether a text can be the host of an address, with or without a port. */
export const isHost = (text: string): boolean => hostForm.test(text)

/** The URL at which the router is mounted, as the client sees it. */
export function baseUrl(req: Request): string {
  const host = req.get('host') ?? 'localhost'
  if (!isHost(host)) throw new DomainError('bad-request', message('request.host'), { context: null })
  return `${req.protocol}://${host}${req.baseUrl ?? ''}`
}
