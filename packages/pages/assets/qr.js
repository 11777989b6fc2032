// Draws QR codes with the library `qrcode-generator`, which defines `qrcode` and is loaded before this script.

/** The width of the light margin around a code, in modules. QR code readers require this margin. */
const margin = 4

/**
 * Draws a QR code in an SVG element. `start` can be any string. `rest` consists of digits, colons and capital
 * letters, which need a third less space in the code.
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

/** Returns an SVG path with one rectangle for each run of adjacent dark modules in a row. */
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
