import { jsonText, listText, objectText } from './jsonText.js'

const joined = async (pieces: AsyncIterable<string>): Promise<string> => {
  let text = ''
  for await (const piece of pieces) text += piece
  return text
}

describe('JSON as Plone writes it', () => {
  it('has sorted keys, an indent of two spaces, and ASCII only', () => {
    expect(jsonText({ b: ['ü', '😀', []], a: { d: null, c: {} } })).toBe(
      [
        '{',
        '  "a": {\n    "c": {},\n    "d": null\n  },',
        '  "b": [\n    "\\u00fc",\n    "\\ud83d\\ude00",\n    []\n  ]',
        '}',
      ].join('\n'),
    )
  })

  it('is the same when it is written in pieces', async () => {
    const value = { a: [1, { b: 'é' }], c: 'x' }
    async function* entries(): AsyncGenerator<readonly [string, string]> {
      yield ['a', jsonText(value.a, '  ')]
      yield ['c', jsonText(value.c, '  ')]
    }
    async function* none(): AsyncGenerator<readonly [string, string]> {}
    expect(await joined(objectText(entries()))).toBe(jsonText(value))
    expect(await joined(objectText(none()))).toBe('{}')
    expect(await joined(listText(value.a))).toBe(jsonText(value.a))
    expect(await joined(listText([]))).toBe('[]')
  })
})
