import { readUpload } from './readUpload.js'

// The image consists of one black pixel.
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"/>').toString('base64')

describe('an upload in base64', () => {
  it('is decoded and identified by its digest', () => {
    expect(readUpload(Buffer.from('hello').toString('base64'))).toEqual({
      bytes: Buffer.from('hello'),
      digest: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
      size: 5,
      image: null,
    })
  })

  it('has the size and type of its image, regardless of the declared values', () => {
    expect(readUpload(png)?.image).toEqual({ width: 1, height: 1, contentType: 'image/png' })
    expect(readUpload(svg)?.image).toEqual({ width: 20, height: 10, contentType: 'image/svg+xml' })
  })

  it('is not an image if it only begins like an image', () => {
    expect(readUpload(Buffer.from(png, 'base64').subarray(0, 12).toString('base64'))?.image).toBeNull()
  })

  it('is refused if it is not base64', () => {
    expect(readUpload('not base64!')).toBeUndefined()
    expect(readUpload('{"a": 1}')).toBeUndefined()
  })

  it('may contain line breaks', () => {
    expect(readUpload('aGVs\r\nbG8=')?.bytes.toString()).toBe('hello')
  })
})
