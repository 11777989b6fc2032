import type { TimeSlice } from '@plenum/core'

interface JsonOptions {
  readonly slice: TimeSlice
  /** The number of levels whose members are serialized individually. Deeper values are serialized in a single step. */
  readonly levels: number
  /** The line break before each member of the enclosing value. */
  readonly lineBreak?: string
}

/** Serializes a value like `JSON.stringify(value, null, 1)`, but pauses between the members of large values. */
export async function indentedJson(value: unknown, options: JsonOptions): Promise<string> {
  const { slice, levels, lineBreak = '\n' } = options
  if (slice.isOver()) await slice.next()
  if (levels === 0 || typeof value !== 'object' || value === null)
    return JSON.stringify(value, null, 1).replaceAll('\n', lineBreak)
  const isList = Array.isArray(value)
  const inside = { slice, levels: levels - 1, lineBreak: `${lineBreak} ` }
  const members: string[] = []
  for (const [name, member] of Object.entries(value)) {
    const key = isList ? '' : `${JSON.stringify(name)}: `
    members.push(inside.lineBreak + key + (await indentedJson(member, inside)))
  }
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  return members.length === 0 ? open + close : open + members.join(',') + lineBreak + close
}
