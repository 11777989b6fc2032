import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { accentColors, accentFiles, contrast, grounds } from './accent.js'

const css = readFileSync(new URL('../../assets/plenum.css', import.meta.url), 'utf8')
const arbitraryColor = fc.integer({ min: 0, max: 0xffffff }).map(value => value.toString(16).padStart(6, '0'))

describe('an accent color (docs/how-to/style.md, Accent color)', () => {
  it('leaves all text readable, whatever the color', () => {
    fc.assert(
      fc.property(arbitraryColor, color => {
        const { brand, onBrand, light, dark } = accentColors(color)
        expect(brand).toBe(`#${color}`)
        expect(contrast(brand, onBrand)).toBeGreaterThanOrEqual(4.5)
        for (const ground of grounds.light) expect(contrast(light, ground)).toBeGreaterThanOrEqual(4.5)
        for (const ground of grounds.dark) expect(contrast(dark, ground)).toBeGreaterThanOrEqual(4.5)
      }),
      { numRuns: 2000 },
    )
  })

  it('is used unchanged if it is readable', () => {
    expect(accentColors('0b5f6b')).toMatchObject({ onBrand: '#ffffff', light: '#0b5f6b' })
    expect(accentFiles('ffe000').css).toContain('--brand:#ffe000;--on-brand:#000000')
  })

  it('is compared with the backgrounds of the style sheet', () => {
    const named = (name: string) => [...css.matchAll(new RegExp(`--${name}: (#\\w+)`, 'g'))].map(([, color]) => color)
    for (const [i, theme] of (['light', 'dark'] as const).entries())
      for (const name of ['paper', 'sheet', 'tint', 'good-ground']) expect(grounds[theme]).toContain(named(name)[i])
  })
})

describe('the contrast ratio', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#777777', '#ffffff', 4.48],
    ['#0b5f6b', '#0b5f6b', 1],
  ])('of %s and %s is %s', (one, other, ratio) => {
    expect(contrast(one, other)).toBeCloseTo(ratio, 2)
    expect(contrast(other, one)).toBe(contrast(one, other))
  })
})
