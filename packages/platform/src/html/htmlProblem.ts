import { createRequire } from 'node:module'
import { type Message, message } from '@plenum/core'

const load = createRequire(import.meta.url)
const htmlparser2 = (): typeof import('htmlparser2') => load('htmlparser2')

/** The maximum nesting depth of elements (docs/content-and-access.md, HTML in fields). */
const maxDepth = 200
/**
 * The maximum length of an attribute with URLs, in characters. It is limited, because the library takes more than
 * linear time to check such an attribute.
 */
const maxAddressLength = 8000
const addressAttributes: ReadonlySet<string> = new Set(['href', 'src', 'srcset'])
/**
 * The maximum number of MathML and SVG elements without an end tag. It is limited, because the parser stores these
 * elements until the end of the HTML, and searches through them whenever an element ends.
 */
const maxUnended = 2000
const foreign: ReadonlySet<string> = new Set(
  'math svg mi mo mn ms mtext annotation-xml foreignobject desc title'.split(' '),
)

/**
 * Returns the reason why HTML is rejected before it is sanitized, or null. HTML is rejected if it is nested too deeply
 * or would take too long to check. The running time is linear, and the check stops at the first problem.
 */
export function htmlProblem(html: string): Message | null {
  let problem: Message | null = null
  let [depth, unended] = [0, 0]
  const { Parser } = htmlparser2()
  const parser = new Parser({
    onopentag: () => {
      depth += 1
      if (depth > maxDepth) refuse(message('field.html-too-deep', { limit: maxDepth }))
    },
    onclosetag: (name, isImplied) => {
      depth -= 1
      if (!isImplied || !foreign.has(name)) return
      unended += 1
      if (unended > maxUnended) refuse(message('field.html-unended', { limit: maxUnended }))
    },
    onattribute: (name, value) => {
      // Embedded images (`data:`) can be long. Their URLs need no check, because the sanitizer removes URLs with this
      // scheme.
      if (value.length > maxAddressLength && addressAttributes.has(name) && !/^\s{0,9}data:/i.test(value))
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

export const isTooLongToCheck = (address: string | undefined): boolean =>
  address !== undefined && address.length > maxAddressLength
