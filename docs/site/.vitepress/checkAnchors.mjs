import { readFileSync } from 'node:fs'
import path from 'node:path'

/** Fails the build if a link leads to a heading that its page does not contain. VitePress checks only the pages. */
export function checkAnchors({ outDir, pages }) {
  const files = pages.map(page => page.replace(/\.md$/, '.html'))
  const html = new Map(files.map(file => [file, readFileSync(path.join(outDir, file), 'utf8')]))
  const ids = new Map([...html].map(([file, text]) => [file, new Set(matches(text, / id="([^"]+)"/g))]))
  const dead = [...html].flatMap(([file, text]) =>
    matches(text, /<a [^>]*href="([^"#]*#[^"]+)"/g).flatMap(href => {
      if (/^[a-z]+:/.test(href)) return []
      const [page, anchor] = href.split('#')
      const target = page === '' ? file : path.posix.join(path.posix.dirname(page.startsWith('/') ? '.' : file), page)
      const id = decodeURIComponent(anchor)
      return ids.get(target)?.has(id) ? [] : [`${file}: ${href}`]
    }),
  )
  if (dead.length > 0) throw new Error(`These links lead to no heading:\n${[...new Set(dead)].join('\n')}`)
}

const matches = (text, pattern) => [...text.matchAll(pattern)].map(([, match]) => match)
