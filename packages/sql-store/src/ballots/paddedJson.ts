/**
 * JSON with blanks at its end, so that values of about the same length fill the same number of characters: a row that
 * keeps its size stays at its place in the file, and nothing of what it was is left elsewhere.
 */
export function paddedJson(value: unknown, step: number): string {
  const json = JSON.stringify(value)
  return json.padEnd(Math.ceil(json.length / step) * step)
}
