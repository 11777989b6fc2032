/** The maximum number of JPEG segments before the Exif segment. */
const maxSegments = 20
const exif = 'Exif\0\0'
const orientationTag = 0x0112

export function isRotated(bytes: Uint8Array): boolean {
  const notes = notesOf(bytes)
  return notes !== null && (orientationIn(notes) ?? 1) >= 5
}

function notesOf(bytes: Uint8Array): DataView | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let start = 2
  for (let n = 0; n < maxSegments && start + 4 <= bytes.length && bytes[start] === 0xff; n++) {
    const length = view.getUint16(start + 2)
    const content = bytes.subarray(start + 4, start + 2 + length)
    const isNotes = bytes[start + 1] === 0xe1 && String.fromCharCode(...content.subarray(0, exif.length)) === exif
    if (isNotes) return new DataView(content.buffer, content.byteOffset + exif.length, content.length - exif.length)
    start += 2 + length
  }
  return null
}

function orientationIn(notes: DataView): number | null {
  if (notes.byteLength < 8) return null
  const isLittle = notes.getUint16(0) === 0x4949
  const directory = notes.getUint32(4, isLittle)
  if (directory + 2 > notes.byteLength) return null
  const count = notes.getUint16(directory, isLittle)
  for (let n = 0; n < count; n++) {
    const entry = directory + 2 + n * 12
    if (entry + 12 > notes.byteLength) return null
    if (notes.getUint16(entry, isLittle) === orientationTag) return notes.getUint16(entry + 8, isLittle)
  }
  return null
}
