import { readUpload } from '@plenum/platform'
import { parseLargeBody } from './parseLargeBody.js'

const limits = { levels: 64, others: 1000 }
const parse = (body: unknown) =>
  parseLargeBody(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)), limits)
const data = Buffer.from('hello'.repeat(1000)).toString('base64')
const file = { data, encoding: 'base64', filename: 'a.txt', 'content-type': 'text/plain' }

describe('a large body', () => {
  it('contains a placeholder for the data of each file, which identifies the file', () => {
    const { encoding: _, ...plain } = file
    const read = parse({ '@type': 'File', file, image: plain, title: 'T' })
    if ('refused' in read) throw new Error(read.refused)
    const body = read.body as Record<string, typeof file>
    expect(body).toMatchObject({ '@type': 'File', title: 'T', file: { filename: 'a.txt', encoding: 'base64' } })
    const tokens = [body.file?.data ?? '', body.image?.data ?? '']
    expect(new Set(tokens).size).toBe(2)
    expect(tokens.map(token => read.uploads.get(token))).toEqual([readUpload(data), readUpload(data)])
    expect(read.uploads.size).toBe(2)
  })

  it.each<[string, object]>([
    ['without a name', { data, encoding: 'base64' }],
    ['in another encoding', { ...file, encoding: 'utf-8' }],
    ['deeper inside', { file }],
  ])('leaves other values unchanged: %s', (_, value) => {
    const large = parseLargeBody(Buffer.from(JSON.stringify({ value })), { ...limits, others: 100_000 })
    expect(large).toEqual({ body: { value }, uploads: new Map() })
  })

  it('leaves invalid base64 unreadable', () => {
    const read = parse({ file: { ...file, data: 'ä'.repeat(5000) } })
    if ('refused' in read) throw new Error(read.refused)
    expect(read.uploads.size).toBe(0)
    expect(readUpload((read.body as { file: { data: string } }).file.data)).toBeUndefined()
  })

  it.each<[string, unknown]>([
    ['malformed', '{"file":'],
    ['malformed', '[1]'],
    ['malformed', 'null'],
    ['malformed', ''],
    ['too-large', { file, text: 'x'.repeat(1000) }],
    ['too-large', { text: 'ä'.repeat(501) }],
    ['too-large', `{"a":[${'1,'.repeat(600)}1]}`],
    ['too-large', ' '.repeat(2000)],
    ['too-deep', `{"a":${'['.repeat(64)}${']'.repeat(64)}}`],
    ['too-deep', '['.repeat(1_000_000)],
  ])('is refused as %s: %#', (refused, body) => {
    expect(parse(body)).toEqual({ refused })
  })

  it('does not count brackets within strings as levels', () => {
    const body = { a: '['.repeat(100), b: '\\"[{'.repeat(30), [`"${'{'.repeat(80)}`]: 1 }
    expect(parse(body)).toEqual({ body, uploads: new Map() })
  })

  it('is malformed if it is not UTF-8', () => {
    expect(parseLargeBody(Buffer.from('{"a":"\xff"}', 'latin1'), limits)).toEqual({ refused: 'malformed' })
  })
})
