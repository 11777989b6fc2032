import { DomainError, message } from '@plenum/core'
import type { Request } from 'express'

/**
 * A name or an IP address with an optional port: any other text of a Host header would end up in every URL of the
 * answer.
 */
const hostForm = /^(?:[\w.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/** Whether a text is a valid host, with or without a port. */
export const isHost = (text: string): boolean => hostForm.test(text)

/** The URL at which the router is mounted, as the client sees it. */
export function baseUrl(req: Request): string {
  const host = req.get('host') ?? 'localhost'
  if (!isHost(host)) throw new DomainError('bad-request', message('request.host'), { context: null })
  return `${req.protocol}://${host}${req.baseUrl ?? ''}`
}
