/** The darkest text color. On every background, either this color or white has a contrast ratio of at least 4.5. */
export const darkInk = '#000000'

/** Returns the contrast ratio of two colors such as `#0b5f6b`, from 1 to 21 (WCAG 2.2, Contrast ratio). */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map(value => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Mixes two colors. `share` is the fraction of the second color, from 0 to 1. */
export function mix(one: string, other: string, share: number): string {
  const ends = channels(other)
  const mixed = channels(one).map((value, i) => Math.round(value + ((ends[i] ?? 0) - value) * share))
  return `#${mixed.map(value => value.toString(16).padStart(2, '0')).join('')}`
}

const channels = (color: string): readonly number[] =>
  [1, 3, 5].map(start => Number.parseInt(color.slice(start, start + 2), 16))
