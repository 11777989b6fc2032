/**
 * A text without the characters of one kind at its end, in time that grows with its length: a regular expression that
 * looks for them begins anew at each of them.
 */
export function withoutTrailing(text: string, character: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === character) end -= 1
  return text.slice(0, end)
}
