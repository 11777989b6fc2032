/**
 * Removes all occurrences of a character from the end of a string: `a//` -> `a`. Takes linear time; a regular
 * expression such as `/\/+$/` would take quadratic time because it restarts at each slash.
 */
export function withoutTrailing(text: string, character: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === character) end -= 1
  return text.slice(0, end)
}
