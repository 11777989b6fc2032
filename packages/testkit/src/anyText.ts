import fc from 'fast-check'

const halves = { first: 0xd800, count: 0x800 }

/** Generates any Unicode character except surrogates. */
const anyCharacter = fc.nat({ max: 0x10ffff - halves.count }).map(
  index => String.fromCodePoint(index < halves.first ? index : index + halves.count),
  value => indexOf(value),
)

function indexOf(value: unknown): number {
  const [character = '', ...others] = typeof value === 'string' ? value : ''
  const code = character.codePointAt(0)
  if (code === undefined || others.length > 0) throw new TypeError('this is not one character')
  return code < halves.first ? code : code - halves.count
}

interface Lengths {
  readonly minLength?: number
  readonly maxLength?: number
}

/**
 * Generates strings like `fc.string({ unit: 'binary' })`, but without a table of all characters, because creating this
 * table takes half a second in each suite.
 */
export const anyText = (lengths: Lengths = {}): fc.Arbitrary<string> => fc.string({ ...lengths, unit: anyCharacter })
