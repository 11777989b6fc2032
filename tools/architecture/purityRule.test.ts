import { inventedSources } from './inventedSources.js'
import { purityOffences } from './purityRule.js'

function impuritiesOf(text: string, path = 'packages/core/src/poll/poll.ts'): string[] {
  return purityOffences(inventedSources({ [path]: text })).map(({ what }) => what)
}

describe('the rule of the purity of core', () => {
  it.each([
    ['import { join } from "node:path"', 'imports node:path'],
    ['import ajv from "ajv"', 'imports ajv'],
    ['import type { Ajv } from "ajv"', 'imports ajv'],
    ['const now = () => Date.now()', 'uses Date.now'],
    ['const clock = Date.now', 'uses Date.now'],
    ['const now = () => Date["now"]()', 'uses Date[…]'],
    ['const { now } = Date', 'uses Date as a value'],
    ['const today = Date()', 'uses Date as a value'],
    ['class Day extends Date {}', 'uses Date as a value'],
    ['const now = new Date()', 'uses new Date()'],
    ['const now = new Date', 'uses new Date()'],
    ['const a = new Date(new Date())', 'uses new Date()'],
    ['const chance = Math.random()', 'uses Math.random'],
    ['const chance = Math["random"]()', 'uses Math[…]'],
    ['const { random } = Math', 'uses Math as a value'],
    ['const text = layout.format()', 'formats without an argument, hence the present moment'],
    ['const started = performance.now()', 'uses performance'],
    ['const all = globalThis.Date', 'uses globalThis'],
    ['const zone = process.env.TZ', 'uses process'],
    ['const values = { process }', 'uses process'],
    ['console.log(1)', 'uses console'],
    ['setTimeout(() => {}, 1)', 'uses setTimeout'],
    ['const id = crypto.randomUUID()', 'uses crypto'],
    ['const id = <string>crypto.randomUUID()', 'uses crypto'],
    ['const id = crypto.randomUUID() as string', 'uses crypto'],
    ['declare const host: { now(): number }', 'declares what no file of core defines'],
  ])('finds %s', (text, what) => {
    expect(impuritiesOf(text)).toEqual([what])
  })

  it.each([
    'const then = new Date(0)',
    'const then = Date.UTC(2026, 0, 1)',
    'const then = Date.parse("2026-01-01T00:00:00Z")',
    'const isDate = (value: unknown): value is Date => value instanceof Date',
    'const days = new Map<string, Date>()',
    'interface Entry { date: Date; process: string }',
    'const floor = Math.floor(1.5)',
    'const text = layout.format(0)',
    'const entry = { process: 1, crypto: 2 }',
    'const name = entry.process',
    'const decide = (process: string, crypto: string) => process + crypto',
    'import { process as step } from "./a.js"',
    'export { process } from "./a.js"',
    'const a = 1; export { a as crypto }',
    'label: for (;;) break label',
  ])('accepts %s', text => {
    expect(impuritiesOf(text)).toEqual([])
  })

  it('applies to core alone, without its tests', () => {
    expect(impuritiesOf('Date.now()', 'packages/server/src/main.ts')).toEqual([])
    expect(impuritiesOf('Date.now()', 'packages/core/src/poll/poll.test.ts')).toEqual([])
    expect(impuritiesOf('Date.now()', 'packages/core/src/index.ts')).toEqual(['uses Date.now'])
  })

  it('reports the line', () => {
    const sources = inventedSources({ 'packages/core/src/poll/poll.ts': '\n\nconst a = Math.random()' })
    expect(purityOffences(sources).map(({ place }) => place)).toEqual(['packages/core/src/poll/poll.ts:3'])
  })
})
