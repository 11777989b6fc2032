import { locate, readQuery, withOnly, writeQuery } from '@plenum/core'
import type { RouterOptions } from '../routerOptions.js'
import { rowFor } from '../routes.js'
import type { Target } from '../target.js'

/** What a GET asks for, as far as its answer depends on it. */
export interface Question {
  /** The same for all that ask for the same, be it with parameters that the row does not know. */
  readonly text: string
  /** The same for all that ask for it at the same address: links to other pages repeat every parameter. */
  readonly address: string
}

/** Addresses of which one process remembers what they ask for. */
const maxRemembered = 5000
/** Characters of an address that is remembered. */
const longest = 2048

/** Reads what requests ask for; null for what is never kept. */
export function questionReader(options: Pick<RouterOptions, 'routes'>): (target: Target) => Question | null {
  const remembered = new Map<string, Question | null>()
  return target => {
    const address = `${target.base}\n${target.path}?${target.query}`
    const known = remembered.get(address)
    if (known !== undefined) return known
    const question = questionOf(target, options)
    if (remembered.size >= maxRemembered) remembered.clear()
    if (address.length <= longest) remembered.set(address, question)
    return question
  }
}

function questionOf({ base, path, query }: Target, options: Pick<RouterOptions, 'routes'>): Question | null {
  const location = path === null ? null : locate(path)
  const parameters = readQuery(query)
  if (location?.kind !== 'resource' || parameters === null) return null
  const row = rowFor(options, 'GET', location)
  if (!row) return null
  const known = row.parameters ? writeQuery(withOnly(parameters, row.parameters).entries) : query
  const asked = [base, location.path, location.view, location.rest]
  return { text: JSON.stringify([...asked, known]), address: JSON.stringify([...asked, known, query]) }
}
