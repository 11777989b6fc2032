import { createHmac } from 'node:crypto'

export interface SignedMessage {
  readonly id: string
  /** The time of the attempt, in seconds since 1970. */
  readonly timestamp: number
  readonly body: string
}

/** Returns the headers of a message, with one signature per secret (Standard Webhooks, version 1 of the scheme). */
export function signMessage({ id, timestamp, body }: SignedMessage, secrets: readonly string[]) {
  const content = `${id}.${timestamp}.${body}`
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map(secret => `v1,${signature(content, secret)}`).join(' '),
  }
}

function signature(content: string, secret: string): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  return createHmac('sha256', key).update(content).digest('base64')
}
