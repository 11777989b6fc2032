import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js'

const main = document.querySelector('main')
const dark = matchMedia('(prefers-color-scheme: dark)')
const showColors = () => document.documentElement.classList.toggle('dark-mode', dark.matches)

/** The endpoints of objects come first, and those of pages last. */
const rank = tag => (tag === 'content' ? 0 : tag.startsWith('@@') ? 2 : 1)

showColors()
dark.addEventListener('change', showColors)

SwaggerUI({
  domNode: main,
  url: new URL(main.dataset.document, location.href).href,
  layout: 'BaseLayout',
  docExpansion: 'none',
  // The schemas are part of each operation. A list of all 200 schemas would only repeat them.
  defaultModelsExpandDepth: -1,
  filter: true,
  tagsSorter: (a, b) => rank(a) - rank(b) || a.localeCompare(b),
  // The viewer sends no requests, because it would encode the slashes in paths. It asks no other host for a badge.
  supportedSubmitMethods: [],
  validatorUrl: null,
})
