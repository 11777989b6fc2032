/**
 * Pads JSON with spaces to a multiple of `step` characters. As long as its size is constant, SQLite overwrites the
 * row in place, so no old copy of the row remains in the file.
 */
export function paddedJson(value: unknown, step: number): string {
  const json = JSON.stringify(value)
  return json.padEnd(Math.ceil(json.length / step) * step)
}
