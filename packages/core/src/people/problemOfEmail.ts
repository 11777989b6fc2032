import { isEmail } from '../foundation/email.js'
import type { JsonValue } from '../foundation/json.js'
import { type Message, message } from '../foundation/messages.js'

/** The problem of an e-mail address; undefined for a valid one. */
export function problemOfEmail(value: JsonValue | undefined): Message | undefined {
  const text = typeof value === 'string' ? value : ''
  return isEmail(text) ? undefined : message('user.email', { email: text.slice(0, 100) })
}
