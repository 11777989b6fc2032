/**
 * A text without a certain character at its end: `a//` -> `a`. The time is linear in the length. A regular expression
 * such as `/\/+$/` would need quadratic time, because it starts again at each slash.
 */
export function withoutTrailing(text: string, character: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === character) end -= 1
  return text.slice(0, end)
}
