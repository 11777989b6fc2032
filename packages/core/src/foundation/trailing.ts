/**
 * Removes all trailing occurrences of a character, for example the slashes in `a//`. The running time is linear. A
 * regular expression such as `/\/+$/` takes quadratic time, because it restarts at each slash.
 */
export function withoutTrailing(text: string, character: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === character) end -= 1
  return text.slice(0, end)
}
