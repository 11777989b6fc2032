import type { JsonValue } from '../../foundation/json.js'
import type { Field } from './field.js'
import { readField } from './readField.js'
import type { ReadingContext } from './reading.js'

const png = { width: 30, height: 20, contentType: 'image/png' }

const context: ReadingContext = {
  terms: () => [],
  related: () => undefined,
  upload: data =>
    data.startsWith('!')
      ? undefined
      : { digest: `digest of ${data}`, size: data.length, image: data === 'PNG' ? png : null },
  cleanHtml: html => html,
  newId: () => 'new',
}

function readingOf(kind: 'file' | 'image') {
  const field: Field = { kind, name: kind, title: 'F' }
  return (raw: JsonValue, stored?: JsonValue): unknown => {
    const reading = readField(field, raw, { context, stored })
    return reading.ok ? reading.value : { refused: reading.reason.id }
  }
}

const readFile = readingOf('file')
const readImage = readingOf('image')
const refusal = (id: string) => ({ refused: id })
const sent = { data: 'abc', encoding: 'base64', filename: 'a.pdf', 'content-type': 'application/pdf' }
const storedFile = {
  digest: 'digest of abc',
  filename: 'a.pdf',
  'content-type': 'application/pdf',
  size: 3,
  width: null,
  height: null,
}

describe('a file', () => {
  it('is sent with data, encoding, filename and content-type', () => {
    expect(readFile(sent)).toEqual(storedFile)
  })

  it('is in base64 by default, without a name, and of an unknown kind', () => {
    expect(readFile({ data: 'abc' })).toEqual({
      ...storedFile,
      filename: '',
      'content-type': 'application/octet-stream',
    })
  })

  it.each<JsonValue>(['x', 1, [], true, {}, { filename: 'a' }, { ...sent, data: 1 }, { ...sent, filename: 1 }])(
    'rejects %j',
    raw => {
      expect(readFile(raw)).toEqual(refusal('field.file-expected'))
    },
  )

  it('is rejected with another encoding or with undecodable data', () => {
    expect(readFile({ ...sent, encoding: 'utf-8' })).toEqual(refusal('field.encoding'))
    expect(readFile({ ...sent, data: '!' })).toEqual(refusal('field.encoding'))
  })

  it.each([
    ['C:\\Users\\ada\\report.pdf', 'report.pdf'],
    ['/etc/passwd', 'passwd'],
    ['a"b\r\nc\ud800.pdf', 'abc.pdf'],
    ['photo\u202egnp\u2069.exe', 'photognp.exe'],
    ['x'.repeat(300), 'x'.repeat(255)],
    ['Über uns.pdf', 'Über uns.pdf'],
  ])('with the name %j is stored as %j without forbidden characters', (filename, name) => {
    expect(readFile({ ...sent, filename })).toMatchObject({ filename: name })
  })

  it.each(['text/html; charset=utf-8', 'nonsense', 'a/b\r\nX: y', 5, null])(
    'ignores an invalid content type: %j',
    contentType => {
      expect(readFile({ ...sent, 'content-type': contentType })).toMatchObject({
        'content-type': 'application/octet-stream',
      })
    },
  )

  it('may be an image, whose type is detected from its bytes', () => {
    expect(readFile({ ...sent, data: 'PNG' })).toMatchObject({ 'content-type': 'image/png', width: 30, height: 20 })
  })

  it('is unchanged if the form is sent back', () => {
    const readForm = {
      filename: 'a.pdf',
      'content-type': 'application/pdf',
      size: 3,
      download: 'http://x/@@download/file',
    }
    expect(readFile(readForm, storedFile)).toEqual(storedFile)
    expect(readFile(readForm)).toEqual(refusal('field.file-expected'))
    expect(readFile(readForm, null)).toEqual(refusal('field.file-expected'))
  })

  it('is replaced if data are sent, with any other keys', () => {
    expect(readFile({ ...sent, data: 'new', download: 'http://x/@@download/file' }, storedFile)).toMatchObject({
      digest: 'digest of new',
    })
  })
})

describe('an image', () => {
  it('has the size and the kind that its bytes contain', () => {
    expect(readImage({ ...sent, data: 'PNG', 'content-type': 'text/html' })).toEqual({
      digest: 'digest of PNG',
      filename: 'a.pdf',
      'content-type': 'image/png',
      size: 3,
      width: 30,
      height: 20,
    })
  })

  it('is rejected if its bytes are not an image', () => {
    expect(readImage({ ...sent, 'content-type': 'image/png' })).toEqual(refusal('field.image'))
  })
})
