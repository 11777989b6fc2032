import { base64Of, base64OfText, textInBase64 } from './base64.js'

const texts = ['', 'a', 'ab', 'abc', 'abcd', 'logo.png', 'Süßes Logo – Größe €.png', '😀']

describe('base64', () => {
  it.each([0, 1, 2, 3, 4, 255, 1000])('of %d bytes equals the encoding of Node', count => {
    const bytes = Uint8Array.from({ length: count }, (_, i) => (i * 37) % 256)
    expect(base64Of(bytes)).toBe(Buffer.from(bytes).toString('base64'))
  })

  it.each(texts)('of the text %j encodes its UTF-8, and is decoded to it', text => {
    expect(base64OfText(text)).toBe(Buffer.from(text).toString('base64'))
    expect(textInBase64(base64OfText(text))).toBe(text)
  })

  it('of a browser, with one character per byte, is decoded too', () => {
    expect(textInBase64(btoa('Größe.png'))).toBe('Größe.png')
  })

  it.each(['a', 'ab==c', '****', 'YWJ', 'YWJj\n'])('is rejected: %j', text => {
    expect(textInBase64(text)).toBeUndefined()
  })
})
