/** Returns the header of a PNG image in base64. It contains only the image type and the size in pixels. */
export function pngHeader(width: number, height: number): string {
  const header = Buffer.alloc(24)
  header.write('\x89PNG\r\n', 0, 'latin1')
  header.writeUInt32BE(width, 16)
  header.writeUInt32BE(height, 20)
  return header.toString('base64')
}
