const headLength = 12
const chunkHeadLength = 8
/** The maximum number of chunks in a file that are not frames, such as metadata and colors. */
const otherChunks = 10

/**
 * Whether a file is a WebP image with more frames than `limit`. Each frame is a chunk. The frames are counted before
 * libwebp reads the file, because libwebp starts at the first frame to find each frame, which takes quadratic time.
 */
export function hasManyFrames(bytes: Uint8Array, limit: number): boolean {
  if (Buffer.from(bytes.subarray(0, 4)).toString('latin1') !== 'RIFF') return false
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let count = 0
  for (let start = headLength; start + chunkHeadLength <= bytes.length; count++) {
    if (count > limit + otherChunks) return true
    const length = view.getUint32(start + 4, true)
    start += chunkHeadLength + length + (length % 2)
  }
  return false
}
