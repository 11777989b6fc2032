import { findExpressions } from './findExpressions.js'

describe('the regular expressions of a source', () => {
  it.each<[string, readonly string[], number]>([
    ['const a = /a+$/gi', ['/a+$/gi'], 0],
    ["text.replace(/[/]\\/'/, b => b.match(/c/u))", ["/[/]\\/'/", '/c/u'], 0],
    ["new RegExp('a/b', 'g')", ['/a\\/b/g'], 0],
    ["RegExp('a')", ['/a/'], 0],
    ['new RegExp(`a+`)', ['/a+/'], 0],
    [['new RegExp(`a$', '{b}`)'].join(''), [], 1],
    ["new RegExp('a', flags)", [], 1],
    ['new RegExp(a.source + b)', [], 1],
    ["class RegExp {}; new RegExp('a')", [], 0],
    ["const schema = { type: 'string', pattern: '^a/+$' }", ['/^a\\/+$/u'], 0],
    ['const rule = { pattern: /b/ }', ['/b/'], 0],
    ["const c = '/no expression/'; a / b / c", [], 0],
  ])('%s', (text, written, composed) => {
    expect(findExpressions(text, 'typescript')).toEqual({ literals: written, composed })
    expect(findExpressions(text, 'tsx')).toEqual({ literals: written, composed })
    expect(findExpressions(text, 'ecmascript')).toEqual({ literals: written, composed })
  })

  it('are found in scripts and modules', () => {
    expect(findExpressions('with (a) { /b/ }', 'ecmascript').literals).toEqual(['/b/'])
    expect(findExpressions('export const a = /b/', 'ecmascript').literals).toEqual(['/b/'])
  })
})
