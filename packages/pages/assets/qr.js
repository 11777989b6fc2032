// QR codes. The library `qrcode-generator`, which defines `qrcode`, precedes this script.

/** The width of the light margin around a code, in modules. Readers of codes require it. */
const margin = 4

/**
 * Draws a QR code in an SVG element. `start` is any text. `rest` contains only digits, colons and capital letters, for
 * which a code needs a third less space.
 */
export function drawCode(svg, [start, rest]) {
  const code = qrcode(0, 'L')
  code.addData(start, 'Byte')
  code.addData(rest, 'Alphanumeric')
  code.make()
  const size = code.getModuleCount()
  const rows = Array.from({ length: size }, (_, y) => rowPath(code, { y, size }))
  const full = size + 2 * margin
  svg.setAttribute('viewBox', `${-margin} ${-margin} ${full} ${full}`)
  svg.setAttribute('width', Math.max(208, full * 4))
  svg.querySelector('path').setAttribute('d', rows.join(''))
}

/** A path with a rectangle for each group of adjacent dark modules in a row. */
function rowPath(code, { y, size }) {
  let path = ''
  for (let x = 0; x < size; x++) {
    if (!code.isDark(y, x)) continue
    const from = x
    while (x < size && code.isDark(y, x)) x++
    path += `M${from} ${y}h${x - from}v1h${from - x}z`
  }
  return path
}
