import { join } from 'node:path'
import { isTest } from '../architecture/places.js'
import { readRepository } from '../architecture/readRepository.js'
import { type DependencySource, dependencySources } from './dependencySources.js'
import { findExpressions } from './findExpressions.js'
import { type BoundedExpression, readDependencies, worstInput } from './readDependencies.js'
import { type Verdicts, verdictsOf } from './verdicts.js'

const root = join(import.meta.dirname, '../..')
const known = readDependencies()
const unreadPackages = known.unread.filter(({ file }) => file === undefined)
const withoutInput = new Set(unreadPackages.map(one => one.package))

const ours = readRepository(root)
  .filter(({ path }) => /^packages\/[^/]+\/(?:src|test)\/.+\.tsx?$/.test(path) && !isTest(path))
  .map(({ path, text }) => ({ path, ...findExpressions(text, path.endsWith('.tsx') ? 'tsx' : 'typescript') }))

const installed = dependencySources(root, ['packages/express-adapter', 'packages/server'], withoutInput)
const theirs = installed
  .filter(source => !known.unread.some(({ package: name, file }) => name === source.package && file === source.file))
  .map(source => ({ ...source, ...findExpressions(source.text, 'ecmascript') }))

const placeOf = (source: Pick<DependencySource, 'package' | 'file'>): string => `${source.package}: ${source.file}`
const composed = known.composed.flatMap(one =>
  one.expressions.map(expression => ({ expression, package: one.package })),
)

let verdicts: Verdicts

beforeAll(async () => {
  const written = [...ours, ...theirs].flatMap(source => source.literals)
  verdicts = await verdictsOf([...written, ...composed.map(({ expression }) => expression)])
}, 600_000)

const isLinear = (expression: string): boolean => ['linear', 'searched'].includes(verdicts[expression] ?? '')

/**
 * Returns the regular expressions in dependencies that take more than linear time, in the form `package expression`.
 */
const slow = (): ReadonlySet<string> => {
  const written = theirs.flatMap(({ package: name, literals: all }) =>
    all.map(expression => ({ expression, package: name })),
  )
  const offences = [...written, ...composed].filter(({ expression }) => !isLinear(expression))
  return new Set(offences.map(({ expression, package: name }) => `${name} ${expression}`))
}

const listed = known.bounded.map(({ expression, package: name }) => `${name} ${expression}`)

describe('the regular expressions of our sources', () => {
  it('are found in the sources', () => {
    expect(ours.flatMap(({ literals: written }) => written).length).toBeGreaterThan(100)
  })

  it('take linear time on any input', () => {
    const offences = ours.flatMap(({ path, literals: written }) =>
      written.filter(expression => !isLinear(expression)).map(expression => `${path}: ${expression}`),
    )
    expect(offences).toEqual([])
  })

  it('are literals, because composed ones cannot be judged', () => {
    expect(ours.filter(source => source.composed > 0).map(({ path }) => path)).toEqual([])
  })
})

describe('the regular expressions of dependencies', () => {
  it.each(['express', 'qs', 'sanitize-html', 'htmlparser2', 'image-size', 'transliteration', 'ajv', 'negotiator'])(
    'are found: %s',
    name => {
      expect(installed.some(source => source.package === name)).toBe(true)
    },
  )

  it('take linear time, or are listed with a bound for their input', () => {
    expect([...slow()].filter(one => !listed.includes(one))).toEqual([])
  })

  it('are listed only as long as they exist', () => {
    expect(listed.filter(one => !slow().has(one))).toEqual([])
  })

  it('are listed if they are composed at run time', () => {
    // Duplicates are removed, because two versions of a package may be installed.
    const makers = [...new Set(theirs.filter(source => source.composed > 0).map(placeOf))]
    expect(makers.toSorted()).toEqual(known.composed.map(placeOf).toSorted())
  })

  it('are excluded only for existing packages and files', () => {
    const all = dependencySources(root, ['packages/express-adapter', 'packages/server'], new Set())
    const there = new Set(all.flatMap(source => [source.package, placeOf(source)]))
    const names = known.unread.map(({ package: name, file }) =>
      file === undefined ? name : placeOf({ package: name, file }),
    )
    expect(names.filter(name => !there.has(name))).toEqual([])
  })

  it.each(known.bounded)('are cheap on their worst input: $package $expression', bounded => {
    const input = worstInput(bounded)
    expect(input.length).toBeLessThanOrEqual(bounded.characters)
    // The fastest of many runs is measured, because even on a busy machine, at least one run is undisturbed.
    expect(Math.min(...Array.from({ length: 20 }, () => millisecondsOf(bounded, input)))).toBeLessThan(5)
  })
})

function millisecondsOf({ expression }: BoundedExpression, input: string): number {
  const end = expression.lastIndexOf('/')
  const form = new RegExp(expression.slice(1, end), expression.slice(end + 1))
  const start = performance.now()
  input.replace(form, '')
  return performance.now() - start
}
