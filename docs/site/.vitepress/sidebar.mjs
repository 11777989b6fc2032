import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * The pages by kind, in the order of the menu. Each string is the path of a page below `docs/`, without its extension.
 * The menu also contains all other pages, in the kind of their folder or in the reference.
 */
const kinds = {
  Tutorials: ['tutorials/conference', 'tutorials/conference-http', 'tutorials/workflow', 'tutorials/embed'],
  'How-to guides': [
    ...['how-to/deploy', 'how-to/container', 'how-to/several-machines', 'how-to/upgrade', 'operate'],
    ...['how-to/back-up', 'how-to/bad-day', 'how-to/style', 'how-to/front-end', 'how-to/move-in'],
    ...['editing', 'people', 'webhooks', 'change-feed', 'workflows', 'embedding', 'core-functions', 'stores'],
  ],
  Reference: [
    ...['reference/content-types', 'reference/blocks', 'reference/command-line', 'configuration', 'site-settings'],
    ...['http', 'http-answers', 'permissions', 'limits', 'pages', 'content-and-access', 'schedule', 'polls'],
    ...['workflow-and-history', 'audit', 'backup-format', 'versions', 'differences'],
  ],
  Explanation: [
    ...['explanation/workflows', 'explanation/behaviors', 'explanation/events', 'explanation/secrecy'],
    ...['explanation/caching', 'security', 'caching', 'architecture', 'glossary'],
  ],
}

const folders = { tutorials: 'Tutorials', 'how-to': 'How-to guides', explanation: 'Explanation' }

/** Returns the menu of the site. The text of each link is the first heading of its page. */
export function sidebar(docs) {
  const pages = readdirSync(docs, { recursive: true }).filter(file => file.endsWith('.md') && !file.startsWith('site'))
  const names = pages.map(file => file.replaceAll(path.sep, '/').replace(/\.md$/, '')).filter(name => name !== 'index')
  const listed = new Set(Object.values(kinds).flat())
  const others = names.filter(name => !listed.has(name)).sort()
  return Object.entries(kinds).map(([text, ordered]) => {
    const more = others.filter(name => (folders[name.split('/')[0]] ?? 'Reference') === text)
    const items = [...ordered.filter(name => names.includes(name)), ...more]
    return { text, items: items.map(name => ({ text: headingOf(path.join(docs, `${name}.md`)), link: `/${name}` })) }
  })
}

const headingOf = file => /^# (.*)$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? path.basename(file)
