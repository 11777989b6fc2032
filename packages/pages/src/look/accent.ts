import type { AccentFiles } from '@plenum/core'

export const defaultAccent = '0b5f6b'

/** The background colors on which text in the accent color appears. They are also defined in the style sheet. */
export const grounds = {
  light: ['#ffffff', '#f4f5f7', '#e6f2ee'],
  dark: ['#12161a', '#1a1f25', '#232a31', '#1b2f2a'],
} as const

const minContrast = 4.5

/**
 * Creates the style sheet and the icon for an accent color such as `0b5f6b`. Surfaces have exactly this color, and
 * their text is black or white. Text in the accent color is darkened or lightened until it is readable.
 */
export function accentFiles(color: string): AccentFiles {
  const { brand, onBrand, light, dark } = accentColors(color)
  const rule = (text: string) => `--accent:${text};--brand:${brand};--on-brand:${onBrand}`
  return {
    css: `:root{${rule(light)}}@media (prefers-color-scheme:dark){:root{${rule(dark)}}}`,
    svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${brand}"/><path d="M9 8h14v4H9zm0 6h9v4H9zm0 6h14v4H9z" fill="${onBrand}"/></svg>`,
  }
}

export interface AccentColors {
  readonly brand: string
  /** The color of text on a surface with the accent color. */
  readonly onBrand: string
  /** The colors of links and marks on light pages (`light`) and dark pages (`dark`). */
  readonly light: string
  readonly dark: string
}

export function accentColors(color: string): AccentColors {
  const brand = `#${color}`
  return {
    brand,
    onBrand: contrast(brand, '#ffffff') >= contrast(brand, darkInk) ? '#ffffff' : darkInk,
    light: readable(brand, '#000000', grounds.light),
    dark: readable(brand, '#ffffff', grounds.dark),
  }
}

/**
 * Returns the given color after mixing it with `end` (black or white) in steps of 2% until text with the resulting
 * color is readable on all backgrounds.
 */
function readable(color: string, end: '#000000' | '#ffffff', backgrounds: readonly string[]): string {
  for (let share = 0; share < 1; share += 0.02) {
    const mixed = mix(color, end, share)
    if (backgrounds.every(ground => contrast(mixed, ground) >= minContrast)) return mixed
  }
  return end
}

/**
 * The dark text color for surfaces. On every background, either this color or white has a contrast ratio of at least
 * 4.5.
 */
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
