// The known attacks. Each attack is a function that receives the port of the server and returns the statuses of the
// responses.
import { admin, editor, many, once, request, send, sequence } from './client.mjs'

const page = (port, id, fields) =>
  once(port, 'POST', '/', { as: admin, body: { '@type': 'Document', id, title: id, ...fields } })
const patch = (port, path, body, as = editor) => once(port, 'PATCH', path, { as, body, seconds: 60 })
const slate = text => ({ blocks: { a: { '@type': 'slate', plaintext: text } } })
const text = value => ({ blocks: { a: { '@type': 'text', text: value } } })
const htmlBlocks = last =>
  Object.fromEntries(
    Array.from({ length: 9000 }, (_, i) => [i, { '@type': 'html', html: `${'<p><b>a</b></p>'.repeat(4)}${last(i)}` }]),
  )
const row = (i, o, v) => ({ i, o: `plone.app.querystring.operation.${o}`, v })
const query = (port, rows, more = {}) =>
  once(port, 'POST', '/@querystring-search', { body: { query: rows, ...more }, seconds: 60 })
const file = bytes => ({ filename: 'a.bin', data: Buffer.alloc(bytes, 'x').toString('base64'), encoding: 'base64' })

export const knownAttacks = {
  'full objects of everything, 4 at once': port =>
    many(4, () => once(port, 'GET', '/@search?fullobjects=1&b_size=100000')),
  'full objects of a container, expanded, 20 at once': port =>
    many(20, () => once(port, 'GET', '/schedule?fullobjects=1&b_size=3000&expand=workflow')),
  'summaries of everything with all columns, 10 at once': port =>
    many(10, () => once(port, 'GET', '/@search?b_size=100000&metadata_fields=_all', { seconds: 60 })),
  'a schedule of 10,000 slots with a column of its own, 10 at once': port =>
    many(10, i => once(port, 'GET', `/@schedule?metadata_fields=x${i}`, { seconds: 60 })),
  'the schedule under 30 hosts': port =>
    many(30, i =>
      send(port, `GET /@schedule HTTP/1.1\r\nHost: host-${i}.example\r\nConnection: close\r\n\r\n`, { seconds: 60 }),
    ),
  '1,000 pipelined requests on one connection': port =>
    send(port, request('GET', '/venue').repeat(1000), { answers: 101, seconds: 20 }),
  '300 pipelined requests for full objects on each of 4 connections that read nothing': port =>
    many(4, () => send(port, request('GET', '/@search?fullobjects=1').repeat(300), { reads: false, seconds: 8 })),
  '100 readers of large answers that read nothing': port =>
    many(100, () => send(port, request('GET', '/@search?b_size=2000'), { reads: false, seconds: 8 })),
  'paths of slashes, 40 at once': port => many(40, () => once(port, 'GET', `/@search?path=${'/'.repeat(15_500)}x`)),
  'languages of dashes': port =>
    many(40, () => once(port, 'GET', '/', { headers: `Accept-Language: a-${'-'.repeat(15_000)}\r\n` })),
  'queries: many places that are not wanted': port =>
    query(port, [
      row(
        'path',
        'selection.none',
        Array.from({ length: 100 }, (_, i) => (i % 2 ? '/schedule' : '/')),
      ),
    ]),
  'queries: 100 rows of 100 places': port =>
    query(
      port,
      Array.from({ length: 100 }, (_, i) =>
        row(
          'path',
          'selection.any',
          Array.from({ length: 100 }, (_, j) => `/schedule/session-${i * 100 + j}`),
        ),
      ),
    ),
  'queries: 100 dates': port =>
    query(port, [
      row(
        'effective',
        'selection.any',
        Array.from({ length: 100 }, (_, i) => `2027-05-01T09:${i % 60}:${i % 7}0`),
      ),
    ]),
  'queries: 20 beginnings of words': port =>
    query(port, [row('SearchableText', 'string.contains', 'a b c d e f g h i j k l m n o p q r s t')]),
  'queries: every type, sorted by title, deep in the list': port =>
    many(20, () => once(port, 'GET', '/@search?sort_on=sortable_title&b_start=9000&b_size=25')),
  'failing logins on 100 connections, 4 times': port =>
    sequence(
      Array.from(
        { length: 4 },
        (_, round) => () =>
          many(100, i =>
            once(port, 'GET', '/', { as: `Basic ${Buffer.from(`user-${round}-${i}:guess`).toString('base64')}` }),
          ),
      ),
    ),
  'a text of 100,000 <, stored and then shared': port =>
    sequence([
      () => page(port, 'angles', {}),
      () => patch(port, '/angles', text('<'.repeat(100_000))),
      () => patch(port, '/angles', text('<a '.repeat(300_000))),
      () => once(port, 'POST', '/@sharing', { as: admin, body: { entries: [], inherit: true }, seconds: 60 }),
    ]),
  '1 MiB of Thai, of ligatures, of words': port =>
    sequence([
      () => page(port, 'long', {}),
      () => patch(port, '/long', slate('ไทย'.repeat(110_000))),
      () => patch(port, '/long', slate('\ufdfa'.repeat(330_000))),
      () => patch(port, '/long', slate('word '.repeat(200_000))),
    ]),
  'nested HTML': port =>
    sequence([
      () => page(port, 'nested', {}),
      () => patch(port, '/nested', { blocks: { a: { '@type': 'html', html: '<div>'.repeat(200_000) } } }),
      () => patch(port, '/nested', { blocks: { a: { '@type': 'html', html: '<p><b><i>'.repeat(100_000) } } }),
      () =>
        patch(port, '/nested', { blocks: { a: { '@type': 'html', html: `<img srcset="${','.repeat(900_000)}">` } } }),
    ]),
  '1 MB of HTML, of small elements and of short blocks, the same and others, 4 at once': port =>
    sequence([
      () => page(port, 'wide', {}),
      () =>
        many(4, () => patch(port, '/wide', { blocks: { a: { '@type': 'html', html: '<p><b>a</b>'.repeat(80_000) } } })),
      () => many(4, () => patch(port, '/wide', { blocks: htmlBlocks(() => '') })),
      () => many(4, () => patch(port, '/wide', { blocks: htmlBlocks(i => i) })),
    ]),
  'relations and subjects without end': port =>
    sequence([
      () => page(port, 'relations', {}),
      () => patch(port, '/relations', { relatedItems: [`${'/'.repeat(200_000)}x`] }),
      () => patch(port, '/relations', { relatedItems: Array.from({ length: 40_000 }, (_, i) => `/schedule/s-${i}`) }),
      () => patch(port, '/relations', { relatedItems: Array.from({ length: 1000 }, (_, i) => `/schedule/s-${i}`) }),
      () => patch(port, '/relations', { subjects: Array.from({ length: 150_000 }, (_, i) => `s${i}`) }),
      () => patch(port, '/relations', { subjects: Array.from({ length: 1000 }, (_, i) => `subject ${i}`) }),
    ]),
  'deep JSON': port =>
    sequence([
      () => once(port, 'POST', '/@querystring-search', { body: `{"query":${'['.repeat(500_000)}` }),
      () =>
        once(port, 'POST', '/@querystring-search', { body: `{"fullobjects":${'['.repeat(9000)}${']'.repeat(9000)}}` }),
    ]),
  'the whole site shared, retracted, published, moved and copied back': port =>
    sequence([
      () =>
        once(port, 'POST', '/@sharing', {
          as: admin,
          body: { entries: [{ id: 'editor', type: 'user', roles: { Reader: true } }] },
          seconds: 60,
        }),
      () =>
        once(port, 'POST', '/schedule/@workflow/retract', { as: admin, body: { include_children: true }, seconds: 60 }),
      () =>
        once(port, 'POST', '/schedule/@workflow/publish', { as: admin, body: { include_children: true }, seconds: 60 }),
      () => patch(port, '/schedule', { id: 'programme' }, admin),
      () => patch(port, '/programme', { id: 'schedule' }, admin),
      () => patch(port, '/schedule', { sort: { on: 'sortable_title', order: 'descending' } }, admin),
    ]),
  '20 bodies of 25 MiB by somebody without any role': port =>
    many(20, i =>
      once(port, 'POST', '/', {
        as: `Basic ${Buffer.from(`nobody-${i}:x`).toString('base64')}`,
        body: { '@type': 'File', file: file(18_000_000) },
      }),
    ),
  '30 bodies of 18 MiB without their last byte': port =>
    many(30, () =>
      send(port, request('POST', '/', { as: admin, body: { '@type': 'File', file: file(13_000_000) } }).slice(0, -1), {
        seconds: 10,
      }),
    ),
  '4 files of 18 MB': port =>
    many(4, i =>
      once(port, 'POST', '/', {
        as: admin,
        body: { '@type': 'File', id: `file-${i}`, file: file(18_000_000) },
        seconds: 60,
      }),
    ),
  '90 downloads of 18 MB that read nothing': async port => {
    await once(port, 'POST', '/', {
      as: admin,
      body: { '@type': 'File', id: 'large', file: file(18_000_000) },
      seconds: 60,
    })
    return many(90, () =>
      send(port, request('GET', '/large/@@download/file', { as: admin }), { reads: false, seconds: 8 }),
    )
  },
  '800 connections that send their headers slowly': port =>
    many(80, () => send(port, 'GET / HTTP/1.1\r\nHost: x\r\n', { seconds: 8 })),
  'a container of 10,000 objects, removed': port => once(port, 'DELETE', '/schedule', { as: admin, seconds: 60 }),
}
