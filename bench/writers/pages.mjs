const block = {
  '@type': 'slate',
  value: [{ type: 'p', children: [{ text: 'What somebody wrote about the day in the garden' }] }],
}

let folders = 0

export async function addFolder({ ask }) {
  const id = `folder-${folders++}`
  await ask('POST', '/', { body: { '@type': 'Document', id, title: id } })
  await ask('POST', `/${id}/@workflow/publish`, { body: {} })
  return `/${id}`
}

export async function addPage({ ask }, folder, number) {
  const page = { title: `Page ${number} of many`, description: 'A few words on what it says' }
  const blocks = { blocks: { a: block }, blocks_layout: { items: ['a'] } }
  const added = await ask('POST', folder, { body: { '@type': 'Document', ...page, ...blocks } })
  const { pathname } = new URL(added['@id'])
  await ask('POST', `${pathname}/@workflow/publish`, { body: {} })
  return pathname
}

export const writers = 8

/**
 * Creates and publishes pages with `writers` concurrent clients while `shouldContinue` returns true. Returns the pages
 * per second, and the CPU time of the server per page in milliseconds.
 */
export async function writePages(server, shouldContinue) {
  const folder = await addFolder(server)
  const [startedAt, cpu] = [performance.now(), await server.cpu()]
  let count = 0
  const write = async () => {
    while (shouldContinue(count)) await addPage(server, folder, count++)
  }
  await Promise.all(Array.from({ length: writers }, write))
  const perSecond = (count * 1000) / (performance.now() - startedAt)
  return { perSecond, cpu: ((await server.cpu()) - cpu) / 1000 / count }
}
