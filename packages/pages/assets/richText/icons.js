/** The icons of buttons without a letter, as SVG paths in a square of 20 by 20 units. */
const paths = {
  bullets: 'M3 5h.01M3 10h.01M3 15h.01M7 5h10M7 10h10M7 15h10',
  numbers: 'M2.5 3.5 4 3v4M2.5 13h2l-2 4h2M8 5h9M8 10h9M8 15h9',
  quote: 'M4 4v12M8 6h9M8 10h9M8 14h6',
  link: 'M8.5 11.5a3 3 0 0 0 4.2 0l3-3a3 3 0 0 0-4.2-4.2l-.8.8M11.5 8.5a3 3 0 0 0-4.2 0l-3 3a3 3 0 0 0 4.2 4.2l.8-.8',
  image: 'M3 4h14v12H3zM3 14l4-4 3 3 3-3 4 4M12.5 7.5h.01',
  up: 'M10 16V4M5 9l5-5 5 5',
  down: 'M10 4v12M5 11l5 5 5-5',
  undo: 'M7 4 3 8l4 4M3 8h9a4.5 4.5 0 0 1 0 9h-3',
  redo: 'm13 4 4 4-4 4M17 8H8a4.5 4.5 0 0 0 0 9h3',
}

const namespace = 'http://www.w3.org/2000/svg'

export function iconOf(name) {
  const icon = document.createElementNS(namespace, 'svg')
  icon.setAttribute('viewBox', '0 0 20 20')
  icon.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS(namespace, 'path')
  path.setAttribute('d', paths[name])
  icon.append(path)
  return icon
}
