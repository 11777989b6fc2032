import { readFileSync } from 'node:fs'
import type { HtmlPages } from '@plenum/core'
import { renderPage } from './renderPage.js'
import { gridStyle } from './schedule/gridClasses.js'

const readAsset = (name: string): string => readFileSync(new URL(`../assets/${name}`, import.meta.url), 'utf8')

/** The HTML pages of Plenum, for `createRouter(site, { html: pages })`. */
export const pages: HtmlPages = {
  render: renderPage,
  style: readAsset('plenum.css') + gridStyle(),
  script: readAsset('plenum.js'),
  extras: { edit: { style: readAsset('edit.css'), script: readAsset('edit.js') } },
}
