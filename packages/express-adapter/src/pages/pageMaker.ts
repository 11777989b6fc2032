import { createHash, randomBytes } from 'node:crypto'
import type { HtmlPages, HtmlRenderer } from '@plenum/core'
import type { LiveResults } from './live/liveResults.js'

/** A file that pages refer to. */
interface PageFile {
  readonly type: string
  readonly bytes: Uint8Array
}

/** What all pages of an application are made with. */
export interface PageMaker {
  readonly render: HtmlRenderer
  /** Files by their names in addresses, which have a digest of the bytes. */
  readonly files: ReadonlyMap<string, PageFile>
  /** Addresses of files of a site. */
  assetsAt(base: string): { readonly style: string; readonly script: string }
  /** Stands in a page where the token of its reader comes in: nobody outside of this process knows it. */
  readonly tokenPlace: string
  readonly live: LiveResults
}

/** Where the files of pages are: `/@@pages/{name}`. */
export const filesView = '@@pages'

export function pageMaker({ render, style, script }: HtmlPages, live: LiveResults): PageMaker {
  const css = fileOf('style', 'css', 'text/css; charset=utf-8', style)
  const js = fileOf('script', 'js', 'text/javascript; charset=utf-8', script)
  return {
    render,
    files: new Map([css, js].map(({ name, ...file }) => [name, file])),
    assetsAt: base => ({ style: `${base}/${filesView}/${css.name}`, script: `${base}/${filesView}/${js.name}` }),
    live,
    tokenPlace: `token-${randomBytes(18).toString('base64url')}`,
  }
}

/** With a digest in its name, caches may keep it as long as they like. */
function fileOf(name: string, extension: string, type: string, text: string) {
  const bytes = Buffer.from(text)
  const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 12)
  return { name: `${name}.${digest}.${extension}`, type, bytes }
}
