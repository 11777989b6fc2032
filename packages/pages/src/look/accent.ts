import type { AccentFiles } from '@plenum/core'
import { contrast, darkInk, mix } from './contrast.js'

export const defaultAccent = '0b5f6b'

/** The background colors for text in the accent color, which are also defined in the style sheet. */
export const grounds = {
  light: ['#ffffff', '#f4f5f7', '#e6f2ee'],
  dark: ['#12161a', '#1a1f25', '#232a31', '#1b2f2a'],
} as const

const minContrast = 4.5

/**
 * Creates the style sheet and the icon for an accent color such as `0b5f6b`. Surfaces have exactly this color, with
 * black or white text. Text in the accent color is darkened or lightened until it is readable.
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
