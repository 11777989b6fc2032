/**
 * Whether an `If-None-Match` header names a tag: one of a list, `W/` before it, without its quotes too, or `*` for any
 * (polls sheet, section 4).
 */
export function namesTag(header: string | undefined, tag: string): boolean {
  return (header ?? '').split(',').some(item => {
    const name = item
      .trim()
      .replace(/^W\//, '')
      .replace(/^"(.*)"$/, '$1')
    return name === tag || name === '*'
  })
}
