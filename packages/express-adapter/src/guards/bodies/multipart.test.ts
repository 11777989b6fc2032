import { DomainError, message } from '@plenum/core'
import { multipartParser } from './multipart.js'

const malformed = () => new DomainError('bad-request', message('form.malformed'))
const type = 'multipart/form-data; boundary=b'
const field = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const file = (name: string, filename: string, content: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: text/plain\r\n\r\n${content}\r\n`
const whole = `${field('a', '1')}${file('f', 'ä %22.txt', 'hello\r\n--c\r\n')}${file('none', '', '')}${field('a', 'ü')}--b--\r\n`

async function parse(text: string, { contentType = type, size = text.length * 2, fieldBytes = 1000 } = {}) {
  const parser = await multipartParser(contentType, { fieldBytes, malformed })
  const bytes = Buffer.from(text)
  for (let start = 0; start < bytes.length; start += size) parser.add(bytes.subarray(start, start + size))
  expect(parser.memory()).toBe(bytes.length)
  return parser.end()
}

const codeOf = (parsing: Promise<unknown>): Promise<string> =>
  parsing.then(
    () => 'accepted',
    (error: DomainError) => error.code,
  )

describe('a multipart body', () => {
  const form = {
    fields: [
      ['a', '1'],
      ['a', 'ü'],
    ],
    files: [{ name: 'f', filename: 'ä ".txt', type: 'text/plain', content: Buffer.from('hello\r\n--c\r\n') }],
  }

  it.each([1, 2, 7, 1000])('is parsed while it arrives in chunks of %d bytes', async size => {
    expect(await parse(whole, { size })).toEqual(form)
  })

  it('is refused if it ends before the last boundary, wherever it ends', async () => {
    for (let length = 0; length < whole.length - 4; length++)
      expect([length, await codeOf(parse(whole.slice(0, length)))]).toEqual([length, 'bad-request'])
  })

  it.each([
    ['without a boundary', 'multipart/form-data'],
    ['with another boundary', 'multipart/form-data; boundary=c'],
    ['with an empty boundary', 'multipart/form-data; boundary='],
  ])('is refused %s', async (_, contentType) => {
    expect(await codeOf(parse(whole, { contentType }))).toBe('bad-request')
  })

  it('is refused with 10,000 fields or files, before the rest has arrived', async () => {
    const parser = await multipartParser(type, { fieldBytes: 1_000_000, malformed })
    expect(() => parser.add(Buffer.from(field('a', '1').repeat(10_000)))).toThrow(DomainError)
    expect(await codeOf(parse(`${file('f', 'x', '').repeat(10_000)}--b--`))).toBe('bad-request')
    expect(await codeOf(parse(`${field('a', '1').repeat(1000)}--b--`))).toBe('accepted')
  })

  it('is refused with 10,000 parts without a name, before the rest has arrived', async () => {
    const parser = await multipartParser(type, { fieldBytes: 1_000_000, malformed })
    expect(() => parser.add(Buffer.from('--b\r\n\r\n\r\n'.repeat(10_000)))).toThrow(DomainError)
    const empty = await multipartParser(type, { fieldBytes: 1_000_000, malformed })
    expect(() => empty.add(Buffer.from('--b\r\n'.repeat(10_000)))).toThrow(DomainError)
  })

  it('is refused if its fields are too long in total, but files do not count', async () => {
    const long = field('a', 'x'.repeat(600))
    expect(await codeOf(parse(`${field('a', 'x'.repeat(1001))}--b--`))).toBe('too-large')
    expect(await codeOf(parse(`${long}${long}--b--`))).toBe('too-large')
    expect(await codeOf(parse(`${long}${file('f', 'x', 'y'.repeat(5000))}--b--`))).toBe('accepted')
  })

  it('may contain a part without a name, and ignores a part whose headers are too long', async () => {
    expect((await parse('--b\r\nContent-Disposition: form-data\r\n\r\n1\r\n--b--\r\n')).fields).toEqual([['', '1']])
    const long = `--b\r\nX: ${'x'.repeat(20_000)}\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n`
    expect((await parse(long)).fields).toEqual([])
  })
})
