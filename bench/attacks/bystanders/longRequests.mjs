// Requests that traverse all content. A visitor sends read requests, and a manager changes the sharing settings of the
// site root and adds pages.
import { admin } from '../client.mjs'
import { repeat } from './victim.mjs'

const posts = (path, content) => ({ method: 'POST', path, as: admin, body: JSON.stringify(content) })
const shared = isReader => ({ inherit: true, entries: [{ id: 'editor', type: 'user', roles: { Reader: isReader } }] })

export const start = port =>
  repeat(port, [
    { name: 'listing', request: i => ({ path: `/@search?b_size=100000&metadata_fields=_all&x=${i}` }) },
    { name: 'schedule', request: i => ({ path: `/@schedule?metadata_fields=z${i}` }) },
    { name: 'words', request: i => ({ path: `/@search?SearchableText=session*&b_size=${100 + i}` }) },
    { name: 'map of the site', request: i => ({ path: `/sitemap.xml?x=${i}` }) },
    { name: 'page', request: i => ({ path: `/page?x=${i}` }) },
    { name: 'sharing of all', request: i => posts('/@sharing', shared(i % 2 === 0)) },
    { name: 'new page', request: () => posts('/', { '@type': 'Document', title: 'New' }) },
  ])
