import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { HtmlPages } from '@plenum/core'
import { deskStyle } from './desk/deskStyle.js'
import { accentFiles, defaultAccent } from './look/accent.js'
import { renderPage } from './renderPage.js'
import { gridStyle } from './schedule/gridClasses.js'

const readAsset = (name: string): Buffer => readFileSync(new URL(`../assets/${name}`, import.meta.url))

const font = readAsset('figtree.woff2')
const fontName = `font.${createHash('sha256').update(font).digest('base64url').slice(0, 12)}.woff2`

const style = [
  `@font-face{font-family:Figtree;font-weight:300 900;font-display:swap;src:url(${fontName}) format("woff2")}`,
  readAsset('plenum.css').toString(),
  gridStyle(),
  accentFiles(defaultAccent).css,
].join('\n')

const withoutComments = (css: string): string =>
  css
    .split('/*')
    .map((part, i) => (i === 0 ? part : part.slice(part.indexOf('*/') + 2)))
    .join('')
    .replace(/\n\s*/g, '\n')

/** Reads the browser version of a library, which is an ES module in the same directory as the Node version. */
const readLibrary = (name: string, file: string): string =>
  readFileSync(new URL(file, pathToFileURL(createRequire(import.meta.url).resolve(name))), 'utf8')

const editor = new URL('../dist/richText.mjs', import.meta.url)

/** The rich text editor, which `npm run bundle` builds. If it has not been built, forms have no editor. */
const richText: HtmlPages['extras'] = existsSync(editor)
  ? { richText: { style: '', script: readFileSync(editor, 'utf8') } }
  : {}

const viewer = (ending: string): URL => new URL(`../dist/apiViewer.${ending}`, import.meta.url)

/**
 * The viewer for the OpenAPI document, which `npm run bundle` builds. If it has not been built, the pages have no
 * viewer.
 */
const apiViewer: Pick<HtmlPages, 'apiViewer'> = existsSync(viewer('mjs'))
  ? { apiViewer: async () => ({ style: await readFile(viewer('css')), script: await readFile(viewer('mjs')) }) }
  : {}

/** The HTML pages of Plenum. Pass them to the router: `createRouter(site, { html: pages })`. */
export const pages: HtmlPages = {
  render: renderPage,
  style: withoutComments(style),
  script: readAsset('plenum.js').toString(),
  fonts: { [fontName]: font },
  accent: accentFiles,
  ...apiViewer,
  extras: {
    edit: { style: readAsset('edit.css').toString(), script: readAsset('edit.js').toString() },
    desk: { style: readAsset('desk.css') + deskStyle(), script: readAsset('desk.js').toString() },
    qr: { style: '', script: readLibrary('qrcode-generator', 'qrcode.mjs') + readAsset('qr.js') },
    // The script for forms imports the editor if a form contains rich text.
    ...richText,
  },
}
