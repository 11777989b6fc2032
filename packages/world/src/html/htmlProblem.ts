import { type Message, message } from '@plenum/core'
import { Parser } from 'htmlparser2'

/** Elements in each other (docs/content-and-access.md, HTML in fields). */
const deepest = 200
/**
 * Characters of an attribute that holds addresses. What checks them takes longer than in proportion to their length.
 */
const maxAddressLength = 8000
const withAddresses: ReadonlySet<string> = new Set(['href', 'src', 'srcset'])
/** The parser remembers each of these that has no end tag of its own for as long as it reads, and looks at them all. */
const maxUnended = 2000
const foreign: ReadonlySet<string> = new Set(
  'math svg mi mo mn ms mtext annotation-xml foreignobject desc title'.split(' '),
)

/**
 * Why HTML cannot be taken, however well it is cleaned: it nests too deep, or checking it would take too long. Takes
 * time in proportion to the text, and stops at the first fault.
 */
export function htmlProblem(html: string): Message | null {
  let problem: Message | null = null
  let [depth, unended] = [0, 0]
  const parser = new Parser({
    onopentag: () => {
      depth += 1
      if (depth > deepest) refuse(message('field.html-too-deep', { limit: deepest }))
    },
    onclosetag: (name, isImplied) => {
      depth -= 1
      if (!isImplied || !foreign.has(name)) return
      unended += 1
      if (unended > maxUnended) refuse(message('field.html-unended', { limit: maxUnended }))
    },
    onattribute: (name, value) => {
      // What is longest by far are images within the text, which are taken out for their scheme.
      if (value.length > maxAddressLength && withAddresses.has(name) && !/^\s{0,9}data:/i.test(value))
        refuse(message('field.html-address', { name, limit: maxAddressLength }))
    },
  })
  const refuse = (reason: Message) => {
    problem ??= reason
    parser.pause()
  }
  parser.write(html)
  if (problem === null) parser.end()
  return problem
}

/** Whether checking an address takes so long that it is left out instead. */
export function isTooLongToCheck(address: string | undefined): boolean {
  return address !== undefined && address.length > maxAddressLength
}
