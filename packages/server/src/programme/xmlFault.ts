import { type Message, message } from '@plenum/core'

/** The maximum length of a name in a message, in characters. */
const maxName = 60

/**
 * The faults that `fast-xml-parser` reports in English, and the ids of the messages that replace them. The first group
 * of a pattern is the name of the element or attribute.
 */
const problems = [
  [/^Unclosed tag '([^']*)'/, 'programme.xml-unclosed'],
  [
    /^Expected closing tag '([^']*)' \(opened in line (\d+), col \d+\) instead of closing tag '([^']*)'/,
    'programme.xml-other-end',
  ],
  [/^Closing tag '([^']*)' has not been opened/, 'programme.xml-unopened'],
  [/^Closing tag '([^']*)'/, 'programme.xml-end'],
  [/^(?:Tag '|Invalid space)/, 'programme.xml-less-than'],
  [/^Attributes for '([^']*)' have open quote/, 'programme.xml-quote'],
  [/^Attribute '([^']*)' is repeated/, 'programme.xml-repeated'],
  [/^(?:Attribute|boolean attribute) '([^']*)'/, 'programme.xml-attribute'],
  [/^char '&'/, 'programme.xml-ampersand'],
  [/^(?:Multiple possible root|Extra text|char )/, 'programme.xml-outside'],
  [/^Start tag expected/, 'programme.xml-empty'],
  [/^XML declaration/, 'programme.xml-declaration'],
  [/^\[SECURITY\] Invalid name: "([^"]*)"/, 'programme.xml-reserved'],
  [/^Maximum nested/, 'programme.nested'],
] as const

/** Returns the message for a fault that `fast-xml-parser` reports, so that pages can translate it. */
export function xmlProblem(report: string): Message {
  // If several elements have no end tag, the report lists their names as JSON. The last of these elements is the
  // innermost element.
  const innermost = report.startsWith("Invalid '[") ? report.split('"').at(-2) : undefined
  if (innermost !== undefined) return message('programme.xml-unclosed', { name: shortened(innermost) })
  for (const [pattern, id] of problems) {
    const match = pattern.exec(report)
    if (!match) continue
    const [, name = '', line = '', other = ''] = match
    return message(id, { name: shortened(name), line, other: shortened(other) })
  }
  return message('programme.xml-other')
}

const shortened = (name: string): string => (name.length > maxName ? `${name.slice(0, maxName - 1)}…` : name)
