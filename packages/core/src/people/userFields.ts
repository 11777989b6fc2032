import type { JsonObject } from '../foundation/json.js'
import { type Message, message } from '../foundation/messages.js'
import type { User } from './userDirectory.js'

/** A field of the profile of a user; title and description are messages. */
export interface UserField {
  readonly kind: 'line' | 'text' | 'email' | 'uri'
  readonly name: 'fullname' | 'email' | 'home_page' | 'description' | 'location'
  readonly title: string
  readonly description?: string
  readonly required?: boolean
}

/** The fields of a profile, in the order of forms (docs/content-and-access.md, Users, rule 4). */
export const userFields: readonly UserField[] = [
  { kind: 'line', name: 'fullname', title: 'Full name', description: 'First name first, such as Ada Lovelace.' },
  { kind: 'email', name: 'email', title: 'E-mail address', required: true },
  { kind: 'uri', name: 'home_page', title: 'Home page', description: 'The address of a website, with https://.' },
  { kind: 'text', name: 'description', title: 'Biography', description: 'Who you are and what you do.' },
  { kind: 'line', name: 'location', title: 'Location', description: 'Where you live or work.' },
]

/** The optional fields of a profile, without name and e-mail address. */
export type Profile = Partial<Pick<User, 'description' | 'home_page' | 'location'>>

const limits = { description: 10_000, home_page: 1024, location: 1024 } as const

const names = Object.keys(limits) as readonly (keyof typeof limits)[]

/** The profile fields of a request; an empty text clears a field, values of other types are ignored. */
export function profileIn(body: JsonObject): Profile {
  const texts = names.map(name => [name, body[name]] as const).filter(([, value]) => typeof value === 'string')
  return Object.fromEntries(texts.map(([name, value]) => [name, value || null]))
}

/** The first problem of the profile fields; undefined if they are valid. */
export function problemOfProfile(body: JsonObject): Message | undefined {
  const profile = profileIn(body)
  const tooLong = names.find(name => (profile[name]?.length ?? 0) > limits[name])
  if (tooLong) return message('field.too-long', { limit: limits[tooLong] })
  const { home_page: address } = profile
  return address && !/^https?:\/\/[^\s<>"]+$/i.test(address) ? message('field.uri') : undefined
}
