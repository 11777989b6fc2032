// Draws charts as SVG strings. The charts have a background, so that they are readable on light and dark pages.

const colours = ['#0f766e', '#94a3b8', '#cbd5e1', '#b45309']
const text = (x, y, content, more = '') => `<text x="${x}" y="${y}" ${more}>${escaped(content)}</text>`
const escaped = content => String(content).replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function frame(width, height, { title, setting }, parts) {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif" font-size="12" fill="#1e293b">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    text(16, 24, title, 'font-size="15" font-weight="600"'),
    text(16, 42, setting, 'fill="#64748b"'),
    ...parts,
    '</svg>',
  ].join('\n')
}

/**
 * Draws a chart with groups of horizontal bars. `series` contains the names of the bars in a group, and `groups`
 * contains `{ name, values }`, where `values` contains a number or null for each series.
 */
export function barChart({ title, setting, series, groups, unit }) {
  const [width, left, top, bar, gap] = [860, 230, 84, 11, 12]
  const most = Math.max(...groups.flatMap(({ values }) => values.filter(value => value !== null)))
  const scale = (width - left - 70) / most
  const heightOf = ({ values }) => values.filter(value => value !== null).length * bar + gap
  let y = top
  const parts = series.flatMap((name, i) => [
    `<rect x="${left + i * 150}" y="56" width="10" height="10" fill="${colours[i]}"/>`,
    text(left + i * 150 + 15, 65, name),
  ])
  for (const group of groups) {
    const present = group.values.flatMap((value, i) => (value === null ? [] : [{ value, colour: colours[i] }]))
    parts.push(text(left - 8, y + (present.length * bar) / 2 + 4, group.name, 'text-anchor="end"'))
    present.forEach(({ value, colour }, i) => {
      parts.push(
        `<rect x="${left}" y="${y + i * bar}" width="${(value * scale).toFixed(1)}" height="${bar - 1}" fill="${colour}"/>`,
        text((left + value * scale + 5).toFixed(1), y + i * bar + 9, value.toFixed(2), 'font-size="10" fill="#475569"'),
      )
    })
    y += heightOf(group)
  }
  parts.push(text(left, y + 14, unit, 'fill="#64748b"'))
  return frame(width, y + 30, { title, setting }, parts)
}

/** Draws a line chart over time. `points` contains pairs `[minute, value]`. */
export function lineChart({ title, setting, points, unit }) {
  const [width, height, left, top] = [860, 320, 60, 70]
  const [right, bottom] = [width - 20, height - 40]
  const [lastMinute, most] = [points.at(-1)[0], Math.max(...points.map(([, value]) => value)) * 1.1]
  const x = minute => left + (minute / lastMinute) * (right - left)
  const y = value => bottom - (value / most) * (bottom - top)
  const steps = [0, 0.25, 0.5, 0.75, 1]
  const parts = [
    ...steps.flatMap(step => [
      `<line x1="${left}" x2="${right}" y1="${y(most * step)}" y2="${y(most * step)}" stroke="#e2e8f0"/>`,
      text(left - 8, y(most * step) + 4, (most * step).toFixed(0), 'text-anchor="end"'),
      text(x(lastMinute * step), bottom + 18, `${(lastMinute * step).toFixed(1)} min`, 'text-anchor="middle"'),
    ]),
    text(left, top - 10, unit, 'fill="#64748b"'),
    `<polyline fill="none" stroke="${colours[0]}" stroke-width="2" points="${points.map(([minute, value]) => `${x(minute).toFixed(1)},${y(value).toFixed(1)}`).join(' ')}"/>`,
  ]
  return frame(width, height, { title, setting }, parts)
}
