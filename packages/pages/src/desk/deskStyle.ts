import { lineOf } from '../schedule/slots.js'

const hours = (count: number): readonly number[] => Array.from({ length: count }, (_, hour) => hour)

/**
 * Returns the CSS rules that hide the rows before the first hour of the grid, and the rules for slots that start
 * after midnight.
 */
export function deskStyle(): string {
  const first = hours(24).map(
    hour => `.from-${hour}{grid-template-rows:auto${hour === 0 ? '' : ` repeat(${hour * 4},0)`}}`,
  )
  const late = hours(24).map(hour => `.desk .f${lineOf(96 + hour * 4)}{grid-row-start:${98 + hour * 4}}`)
  return `@media (min-width: 52rem) {${[...first, ...late].join('')}}`
}
