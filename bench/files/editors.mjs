import { randomBytes, randomInt } from 'node:crypto'
import { login } from '../../tools/faults/service.mjs'

const headers = {
  authorization: `Basic ${Buffer.from(`${login.user}:${login.password}`).toString('base64')}`,
  'content-type': 'application/json',
}

async function send(url, method, body) {
  const response = await fetch(url, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`)
  return response.status === 204 ? null : response.json()
}

const newFile = () => {
  const bytes = randomBytes(randomInt(200_000, 800_000))
  const file = { data: bytes.toString('base64'), encoding: 'base64', filename: 'x.bin', 'content-type': 'a/b' }
  return { size: bytes.length, file }
}

/** The number of editors, and the maximum number of files per editor. */
const [count, most] = [2, 5]

/**
 * Starts editors who upload, replace and delete files. The returned function `stop` resolves to the numbers of uploads
 * and deletions, and the total size of the remaining files in bytes.
 */
export function startEditors(base) {
  let isRunning = true
  const counts = { uploads: 0, deletes: 0 }
  const edit = async () => {
    const sizes = new Map()
    while (isRunning) {
      const { size, file } = newFile()
      const oldest = sizes.size === most ? [...sizes.keys()][randomInt(most)] : undefined
      counts.uploads++
      if (oldest === undefined)
        sizes.set((await send(base, 'POST', { '@type': 'File', title: 'File', file }))['@id'], size)
      else {
        counts.deletes++
        await send(oldest, 'PATCH', { file })
        sizes.set(oldest, size)
        if (randomInt(2) === 0) continue
        counts.deletes++
        await send(oldest, 'DELETE')
        sizes.delete(oldest)
      }
    }
    return [...sizes.values()].reduce((sum, size) => sum + size, 0)
  }
  const editing = Array.from({ length: count }, edit)
  const stop = async () => {
    isRunning = false
    const referenced = (await Promise.all(editing)).reduce((sum, bytes) => sum + bytes, 0)
    return { ...counts, referenced }
  }
  return { stop }
}
