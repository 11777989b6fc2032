/**
 * Pads JSON with spaces to a multiple of `step` characters. SQLite overwrites a row in place while the size of the
 * row is constant, so no old copy of the row remains in the file.
 */
export function paddedJson(value: unknown, step: number): string {
  const json = JSON.stringify(value)
  return json.padEnd(Math.ceil(json.length / step) * step)
}
