const maxNameBytes = 255

/** A file name that is safe in every file system, following Plone's rules (docs/move-in.md, The way out). */
export function safeFileName(filename: string): string {
  const safe = filename.normalize('NFC').replace(/[<>:"/\\|?*\p{Cc}]/gu, '_')
  return withoutEnd(cut(safe)) || 'blob'
}

function withoutEnd(name: string): string {
  let length = name.length
  while (length > 0 && (name[length - 1] === '.' || name[length - 1] === ' ')) length -= 1
  return name.slice(0, length)
}

/** The first 255 bytes, without splitting a character. */
function cut(name: string): string {
  let [bytes, prefix] = [0, '']
  for (const letter of name) {
    const code = letter.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
    if (bytes > maxNameBytes) break
    prefix += letter
  }
  return prefix
}
