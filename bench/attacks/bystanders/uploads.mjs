// Sends the requests of an editor who adds pages and files of several sizes.
import { randomUUID } from 'node:crypto'
import { editor } from '../client.mjs'
import { repeat } from './victim.mjs'

// Each object gets a random id, because a container accepts at most a hundred objects with the same preferred id.
const adds = content => ({
  method: 'POST',
  path: '/',
  as: editor,
  body: JSON.stringify({ id: randomUUID(), ...content }),
})
const file = bytes => ({ filename: 'a.bin', data: Buffer.alloc(bytes, 'x').toString('base64'), encoding: 'base64' })
const page = {
  '@type': 'Document',
  title: 'Long',
  blocks: { a: { '@type': 'slate', plaintext: 'word '.repeat(20_000) } },
}
const [small, large] = [300_000, 5_000_000].map(bytes => ({ '@type': 'File', title: 'File', file: file(bytes) }))

export const start = port =>
  repeat(port, [
    { name: 'page of 100 kB', request: () => adds(page) },
    { name: 'file of 300 kB', request: () => adds(small) },
    { name: 'file of 5 MB', request: () => adds(large) },
  ])
