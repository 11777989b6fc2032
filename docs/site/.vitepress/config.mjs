import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { defineConfig } from 'vitepress'
import { checkAnchors } from './checkAnchors.mjs'
import { sidebar } from './sidebar.mjs'

const docs = path.resolve(import.meta.dirname, '../..')
const site = path.resolve(import.meta.dirname, '..')
const pages = path.join(site, '.pages')

// Compiled pages import packages, which Vite finds only from inside this folder.
rmSync(pages, { recursive: true, force: true })
for (const name of readdirSync(docs).filter(name => name !== path.basename(site)))
  cpSync(path.join(docs, name), path.join(pages, name), { recursive: true })

export default defineConfig({
  title: 'Plenum',
  description: 'A content-management service and library for communities and conferences',
  lang: 'en-US',
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  srcDir: './.pages',
  outDir: './dist',
  cacheDir: './node_modules/.cache',
  cleanUrls: false,
  lastUpdated: false,
  markdown: { config: markdown => markdown.use(linksToRepository).use(withoutTemplates) },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Tutorials', link: '/tutorials/conference' },
      { text: 'How-to guides', link: '/how-to/deploy' },
      { text: 'Reference', link: '/reference/content-types' },
      { text: 'Explanation', link: '/explanation/behaviors' },
    ],
    sidebar: sidebar(docs),
    docFooter: { prev: 'Previous page', next: 'Next page' },
  },
  buildEnd: ({ outDir, pages: built }) => checkAnchors({ outDir, pages: built }),
})

/** Renders links to files that the site does not contain, such as `../CONTRIBUTING.md`, as plain text. */
function linksToRepository(markdown) {
  markdown.core.ruler.push('links-to-repository', ({ tokens, env }) => {
    for (const { children } of tokens)
      for (const [i, token] of (children ?? []).entries()) unlink(children, i, token, env)
  })
}

function unlink(children, i, token, env) {
  if (token.type !== 'link_open' || !leavesSite(token.attrGet('href') ?? '', env)) return
  const end = children.findIndex((one, at) => at > i && one.type === 'link_close')
  for (const one of [token, children[end]]) Object.assign(one, { type: 'text', content: '', attrs: null, tag: '' })
}

function leavesSite(href, { path: file = '' }) {
  if (/^(?:[a-z]+:|#|\/)/.test(href)) return false
  const target = path.resolve(path.dirname(file), decodeURI(href.split('#')[0]))
  return path.relative(pages, target).startsWith('..') || (!target.endsWith('.md') && existsSync(target))
}

/** Vue must not read `{{ … }}` and unknown elements in the pages as templates. */
function withoutTemplates(markdown) {
  const { text, code_inline: code } = markdown.renderer.rules
  const withoutBraces = html => html.replaceAll('{{', '&#123;&#123;')
  markdown.renderer.rules.text = (...args) => withoutBraces(text(...args))
  markdown.renderer.rules.code_inline = (...args) => withoutBraces(code(...args))
}
