import { readUpload } from './readUpload.js'

// One black pixel.
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"/>').toString('base64')

describe('bytes that were sent in base64', () => {
  it('are decoded and called by their digest', () => {
    expect(readUpload(Buffer.from('hello').toString('base64'))).toEqual({
      bytes: Buffer.from('hello'),
      digest: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
      size: 5,
      image: null,
    })
  })

  it('tell the size and the kind of an image, whatever the sender called it', () => {
    expect(readUpload(png)?.image).toEqual({ width: 1, height: 1, contentType: 'image/png' })
    expect(readUpload(svg)?.image).toEqual({ width: 20, height: 10, contentType: 'image/svg+xml' })
  })

  it('are no image when they only begin like one', () => {
    expect(readUpload(Buffer.from(png, 'base64').subarray(0, 12).toString('base64'))?.image).toBeNull()
  })

  it('are refused when they are no base64', () => {
    expect(readUpload('not base64!')).toBeUndefined()
    expect(readUpload('{"a": 1}')).toBeUndefined()
  })

  it('may be broken into lines', () => {
    expect(readUpload('aGVs\r\nbG8=')?.bytes.toString()).toBe('hello')
  })
})
