import { cpuTimeOf } from '@plenum/testkit'
import { measureImage } from './measureImage.js'

const size = { width: 20, height: 10 }
const frame = Buffer.from([0xff, 0xc0, 0, 17, 8, 0, 10, 0, 20, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1])
const tables = Buffer.from([0xff, 0xdb, 0, 4, 0, 0])
const application = Buffer.concat([Buffer.from([0xff, 0xe2, 0xff, 0xff]), Buffer.alloc(65_533)])

/** Builds a box in the MPEG-4 file format. Boxes can be nested. */
function box(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length + 8)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, content])
}

function tiff(directoryAt: number, entries: readonly (readonly [tag: number, value: number])[]): Buffer {
  const head = Buffer.from('49492a0000000000', 'hex')
  head.writeUInt32LE(directoryAt, 4)
  const rows = entries.map(([tag, value]) => {
    const row = Buffer.alloc(12)
    row.writeUInt16LE(tag)
    row.writeUInt16LE(3, 2)
    row.writeUInt32LE(1, 4)
    row.writeUInt16LE(value, 8)
    return row
  })
  return Buffer.concat([head, Buffer.alloc(directoryAt - 8), Buffer.from([rows.length, 0]), ...rows, Buffer.alloc(16)])
}

const dimensions = (length: number, { width, height } = size): Buffer => {
  const content = Buffer.alloc(length)
  content.writeUInt32BE(width, 4)
  content.writeUInt32BE(height, 8)
  return content
}

const avifOf = (edges = size): Buffer =>
  Buffer.concat([
    box('ftyp', Buffer.from('avif\0\0\0\0')),
    box('meta', Buffer.concat([Buffer.alloc(4), box('iprp', box('ipco', box('ispe', dimensions(12, edges))))])),
  ])
const avif = avifOf()

describe('the size of an image', () => {
  it.each<[string, Buffer]>([
    ['image/jpeg', Buffer.concat([Buffer.from([0xff, 0xd8]), tables, frame])],
    ['image/jpeg', Buffer.concat([Buffer.from([0xff, 0xd8]), ...Array(50).fill(application), tables, frame])],
    ['image/jpeg', Buffer.concat([Buffer.from([0xff, 0xd8]), ...Array(50).fill(application), frame])],
    [
      'image/tiff',
      tiff(8, [
        [256, 20],
        [257, 10],
      ]),
    ],
    [
      'image/tiff',
      tiff(3_000_000, [
        [256, 20],
        [257, 10],
      ]),
    ],
    ['image/avif', Buffer.concat([avif, box('mdat', Buffer.alloc(3_000_000))])],
    ['image/svg+xml', Buffer.from(`<svg width="20" height="10">${'<g/>'.repeat(100_000)}</svg>`)],
    ['image/svg+xml', Buffer.from('<?xml version="1.0"?>\n<!-- a -->\n<svg viewBox="0 0 20 10"></svg>')],
  ])('of type %s is read from the bytes before the pixels, regardless of their number', (contentType, bytes) => {
    expect(measureImage(bytes)).toEqual({ ...size, contentType })
  })

  it.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['a few bytes of TIFF', Buffer.from('49492a', 'hex')],
    ['two bytes of JPEG', Buffer.from([0xff, 0xd8])],
    ['a format that browsers do not show', Buffer.from('P1\n20 10\n0')],
  ])('is unknown for %s', (_, bytes) => {
    expect(measureImage(bytes)).toBeNull()
  })

  const large = 10_000_000
  const filled = (part: Buffer) => Buffer.alloc(large, part)

  it.each<[string, Buffer]>([
    ['SVG', Buffer.concat([Buffer.from("<svg '"), filled(Buffer.from("<svg\t''"))])],
    ['SVG with a valid tag', Buffer.concat([Buffer.from("'<svg\t'<svg a>"), filled(Buffer.from("'<svg\t'"))])],
    ['JPEG', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xdb]), Buffer.alloc(large)])],
    ['JPEG of empty segments', Buffer.concat([Buffer.from([0xff, 0xd8]), filled(Buffer.from([0xff, 0xe1, 0, 2]))])],
    ['TIFF', Buffer.concat([tiff(8, []).subarray(0, 8), filled(Buffer.from('010203000100000001000000', 'hex'))])],
    ['AVIF', box('ftyp', Buffer.from('avif\0\0\0\0'))],
    [
      'AVIF with many sizes',
      Buffer.concat([
        box('ftyp', Buffer.from('avif\0\0\0\0')),
        box('meta', Buffer.concat([Buffer.alloc(4), box('iprp', box('ipco', filled(box('ispe', dimensions(12)))))])),
      ]),
    ],
  ])('is read from the beginning of the file only: %s', (_, bytes) => {
    // Reading the complete file would take between a few seconds and several days.
    expect(cpuTimeOf(() => measureImage(bytes))).toBeLessThan(500)
  })
})

describe('an impossible size', () => {
  const svg = (attributes: string) => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}></svg>`)

  it.each([
    ['infinite', svg('viewBox="0 0 1e999 1e999"')],
    ['with one infinite edge', svg('width="10" height="1e999"')],
    ['with many digits', svg(`viewBox="0 0 ${'9'.repeat(30)} 10"`)],
    ['zero', svg('width="0" height="0"')],
    ['negative', svg('viewBox="0 0 -5 -5"')],
    ['zero, in AVIF', avifOf({ width: 0, height: 0 })],
    ['zero height, in AVIF', avifOf({ width: 20, height: 0 })],
  ])('disqualifies a file as an image: %s', (_, bytes) => {
    expect(measureImage(bytes)).toBeNull()
  })
})
