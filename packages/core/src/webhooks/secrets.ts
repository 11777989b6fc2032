import { base64Of } from '../foundation/base64.js'
import type { Instant } from '../foundation/instants.js'
import type { WebhookSecret } from './webhook.js'

const prefix = 'whsec_'
/** The value that replaces stored secrets in payloads. */
export const maskedSecret = `${prefix}********`
const [minBytes, maxBytes, newBytes] = [24, 64, 32]
/** The time in milliseconds during which a replaced secret still signs messages together with the new secret. */
const overlap = 24 * 60 * 60 * 1000

/** Generates a secret of 32 random bytes (Standard Webhooks, "Signature scheme"). */
export const newWebhookSecret = (randomBytes: (count: number) => Uint8Array): string =>
  `${prefix}${base64Of(randomBytes(newBytes))}`

/** Whether a string is a webhook secret: the prefix `whsec_`, followed by 24 to 64 bytes in padded base64. */
export function isWebhookSecret(text: string): boolean {
  const match = /^whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/.exec(text.slice(0, 200))
  const [, base64 = ''] = match ?? []
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0
  const bytes = (base64.length / 4) * 3 - padding
  return bytes >= minBytes && bytes <= maxBytes
}

/**
 * Returns the secrets of a webhook after the current secret has been replaced. Secrets that were replaced earlier
 * become invalid immediately.
 */
export function rotated(secrets: readonly WebhookSecret[], secret: string, now: Instant): readonly WebhookSecret[] {
  const replaced = secrets.slice(0, 1).map(current => ({ ...current, ends: now + overlap }))
  return [{ secret, ends: null }, ...replaced]
}

/** Returns the secrets that sign messages at the time `now`, newest first. */
export const signingSecrets = (secrets: readonly WebhookSecret[], now: Instant): readonly string[] =>
  secrets.filter(({ ends }) => ends === null || ends > now).map(({ secret }) => secret)
