/**
 * Pads JSON with spaces to a multiple of `step` characters. A row of constant size remains at the same position in the
 * file, so no old copy of the row remains elsewhere.
 */
export function paddedJson(value: unknown, step: number): string {
  const json = JSON.stringify(value)
  return json.padEnd(Math.ceil(json.length / step) * step)
}
