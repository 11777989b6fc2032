import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { HtmlPages } from '@plenum/core'
import { renderPage } from './renderPage.js'
import { gridStyle } from './schedule/gridClasses.js'

const readAsset = (name: string): string => readFileSync(new URL(`../assets/${name}`, import.meta.url), 'utf8')

/** The ES module of a library for browsers, which is in the same folder as the module for Node. */
const readLibrary = (name: string, file: string): string =>
  readFileSync(new URL(file, pathToFileURL(createRequire(import.meta.url).resolve(name))), 'utf8')

/** The HTML pages of Plenum, for `createRouter(site, { html: pages })`. */
export const pages: HtmlPages = {
  render: renderPage,
  style: readAsset('plenum.css') + gridStyle(),
  script: readAsset('plenum.js'),
  extras: {
    edit: { style: readAsset('edit.css'), script: readAsset('edit.js') },
    // The script of a page imports this script when a reader clicks on a button.
    qr: { style: '', script: readLibrary('qrcode-generator', 'qrcode.mjs') + readAsset('qr.js') },
  },
}
