import type { JsonObject } from '@plenum/core'

export type Picture = 'portrait' | 'logo' | 'badge' | 'cover'

/** Returns an image in the upload format of the REST API. The same title always results in the same image. */
export function drawPicture(picture: Picture, title: string): JsonObject {
  const svg = draw[picture](title)
  return {
    data: Buffer.from(svg).toString('base64'),
    encoding: 'base64',
    filename: `${picture}.svg`,
    'content-type': 'image/svg+xml',
  }
}

const hueOf = (title: string): number =>
  [...title].reduce((sum, letter) => sum * 31 + (letter.codePointAt(0) ?? 0), 7) % 360

const draw: Readonly<Record<Picture, (title: string) => string>> = { portrait, logo, badge, cover }

function portrait(name: string): string {
  const hue = hueOf(name)
  return picture(
    [400, 400],
    `<rect width="400" height="400" fill="hsl(${hue},45%,78%)"/>`,
    `<path d="M0 300q100-30 200 0t200 0v100H0z" fill="hsl(${(hue + 40) % 360},40%,55%)"/>`,
    `<path d="M70 400c0-110 60-150 130-150s130 40 130 150z" fill="hsl(${(hue + 180) % 360},35%,35%)"/>`,
    `<circle cx="200" cy="165" r="78" fill="hsl(28,${30 + (hue % 30)}%,${45 + (hue % 35)}%)"/>`,
    `<path d="M122 150c0-110 156-110 156 0q-78-50-156 0z" fill="hsl(${hue},30%,25%)"/>`,
  )
}

function logo(name: string): string {
  const hue = hueOf(name)
  const lines = linesOf(name)
  const texts = lines.map(
    (line, i) => `<tspan x="250" y="${160 + (i - (lines.length - 1) / 2) * 56}">${escapeText(line)}</tspan>`,
  )
  return picture(
    [640, 300],
    '<rect width="640" height="300" fill="#fff"/>',
    `<path d="M60 150L230 60v180z" fill="hsl(${hue},70%,80%)"/>`,
    `<circle cx="90" cy="150" r="46" fill="hsl(${hue},60%,40%)"/>`,
    `<text font-family="sans-serif" font-size="42" font-weight="bold" fill="hsl(${hue},60%,25%)">${texts.join('')}</text>`,
  )
}

/**
 * Splits a name into one line per word. A short word remains on the line of the previous word: `Gannet & Guillemot`
 * becomes `Gannet &` and `Guillemot`.
 */
function linesOf(name: string): readonly string[] {
  const lines: string[] = []
  for (const word of name.split(' ')) {
    if (word.length > 3 || lines.length === 0) lines.push(word)
    else lines.push(`${lines.pop()} ${word}`)
  }
  return lines
}

function badge(title: string): string {
  const hue = hueOf(title)
  return picture(
    [400, 300],
    `<rect width="400" height="300" fill="hsl(${hue},40%,90%)"/>`,
    `<path d="M165 290l15-190h40l15 190z" fill="hsl(${hue},50%,40%)"/>`,
    `<rect x="172" y="60" width="56" height="40" fill="#fd6"/><path d="M165 60l35-34 35 34z" fill="hsl(${hue},50%,30%)"/>`,
    '<path d="M228 70l150-30v70z" fill="#fd6" opacity=".6"/>',
  )
}

function cover(): string {
  return picture(
    [1200, 750],
    '<linearGradient id="sky" x2="0" y2="1"><stop stop-color="#12324a"/><stop offset=".55" stop-color="#c9705a"/><stop offset=".75" stop-color="#f6c08b"/></linearGradient>',
    '<linearGradient id="beam" x1="1"><stop stop-color="#fff3c4" stop-opacity=".9"/><stop offset="1" stop-color="#fff3c4" stop-opacity="0"/></linearGradient>',
    '<rect width="1200" height="750" fill="url(#sky)"/><circle cx="330" cy="500" r="70" fill="#ffe3b0"/>',
    '<path d="M812 214L0 60v250z" fill="url(#beam)"/>',
    '<path d="M0 540h1200v210H0z" fill="#1d4f63"/><path d="M210 552h240v6H210zm-40 22h320v6H170zm60 22h200v6H230z" fill="#ffe3b0" opacity=".55"/>',
    '<path d="M560 750c40-120 110-150 190-170 40-30 130-34 190 6 90 20 200 60 260 164z" fill="#14303c"/>',
    '<path d="M782 600l24-340h68l24 340z" fill="#f7efe2"/><path d="M802 320h76l5 70h-86zm-10 140h96l5 70H787z" fill="#b23a3a"/>',
    '<path d="M790 246h100v16H790z" fill="#14303c"/><rect x="810" y="186" width="60" height="60" fill="#ffe9a6"/>',
    '<path d="M800 186l40-44 40 44zm34-74h12v34h-12z" fill="#14303c"/>',
    '<path d="M960 470q14-16 28 0 14-16 28 0m40-70q12-14 24 0 12-14 24 0" fill="none" stroke="#14303c" stroke-width="6"/>',
  )
}

function picture([width, height]: readonly [number, number], ...shapes: readonly string[]): string {
  const open = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`
  return [open, ...shapes, '</svg>'].join('\n')
}

const escapeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
