/** Segments of a JPEG before the one with the camera's notes; there are few. */
const maxSegments = 20
const exif = 'Exif\0\0'
const orientationTag = 0x0112

/** Whether a JPEG is shown turned by a quarter, as cameras note it (Exif, Orientation 5 to 8). */
export function isTurned(bytes: Uint8Array): boolean {
  const notes = notesOf(bytes)
  return notes !== null && (orientationIn(notes) ?? 1) >= 5
}

/** The camera's notes, a TIFF without an image; null where there are none. */
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

/** Of the first directory; null where it does not say, or leads out of the notes. */
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
