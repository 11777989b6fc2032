import { parseSource } from './sourceFile.js'

const path = 'packages/core/src/poll/poll.ts'

function importsOf(text: string) {
  return parseSource({ path, text }).imports.map(({ specifier, target, typeOnly }) => [specifier, target, typeOnly])
}

describe('the imports of a source', () => {
  it('are its imports and re-exports, with types marked', () => {
    const text = `
      import { a } from './a.js'
      import type { B } from '../people/b.js'
      export { c } from '@plenum/core'
      export type { D } from './d.js'
      export * from 'e'`
    expect(importsOf(text)).toEqual([
      ['./a.js', 'packages/core/src/poll/a.ts', false],
      ['../people/b.js', 'packages/core/src/people/b.ts', true],
      ['@plenum/core', 'packages/core/src/index.ts', false],
      ['./d.js', 'packages/core/src/poll/d.ts', true],
      ['e', null, false],
    ])
  })

  it('include those by call, by assignment and within a type', () => {
    const text = `
      const a = async () => await import('./a.js')
      const b = require('./b.js')
      import c = require('./c.js')
      type D = import('./d.js').D`
    expect(importsOf(text).map(([specifier, , typeOnly]) => [specifier, typeOnly])).toEqual([
      ['./a.js', false],
      ['./b.js', false],
      ['./c.js', false],
      ['./d.js', true],
    ])
  })

  it('load the file even if every imported name is a type', () => {
    expect(importsOf("import { type A } from './a.js'")).toEqual([['./a.js', 'packages/core/src/poll/a.ts', false]])
  })

  it('exclude a local function named require', () => {
    expect(importsOf("const check = (require: (id: string) => void) => require('poll')")).toEqual([])
  })

  it('are located by line, even after multibyte characters and in a later file', () => {
    const text = "// Größe\n\nimport { a } from './a.js'\n"
    const places = [text, `\n${text}`].map(each => parseSource({ path, text: each }).imports[0]?.place)
    expect(places).toEqual([`${path}:3`, `${path}:4`])
  })
})

describe('a text that is not TypeScript', () => {
  it('is rejected with the name of its file', () => {
    expect(() => parseSource({ path, text: 'import {' })).toThrow(`${path} does not parse`)
  })
})
