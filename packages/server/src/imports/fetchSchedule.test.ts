import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { displayedSource, fetchSchedule, isUrl } from './fetchSchedule.js'

const servers: ReturnType<typeof createServer>[] = []

afterEach(async () => {
  for (const server of servers) server.closeAllConnections()
  await Promise.all(servers.splice(0).map(server => once(server.close(), 'close')))
})

async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/schedule.json?secret=1`
}

const fetchFrom = (url: string, etag: string | null = null, allowPrivate = true) =>
  fetchSchedule({ url, etag, allowPrivate })

describe('a schedule file from a URL (docs/schedule.md, Import of a programme)', () => {
  it('is fetched with its ETag, and not again while it is unchanged', async () => {
    const url = await serving((req, res) => {
      if (req.headers['if-none-match'] === '"1"') res.writeHead(304).end()
      else res.writeHead(200, { ETag: '"1"' }).end('{"ä": 1}')
    })
    expect(await fetchFrom(url)).toEqual({ text: '{"ä": 1}', etag: '"1"' })
    expect(await fetchFrom(url, '"1"')).toBeNull()
    expect(await fetchFrom(url, '"0"')).toMatchObject({ etag: '"1"' })
  })

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('may be compressed with %s', async (encoding, compress) => {
    const url = await serving((_req, res) => res.writeHead(200, { 'Content-Encoding': encoding }).end(compress('{}')))
    expect(await fetchFrom(url)).toMatchObject({ text: '{}' })
  })

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('is refused if %s expands to more than 25 MiB', async (encoding, compress) => {
    const bomb = compress(Buffer.alloc(60 * 1024 * 1024))
    const url = await serving((_req, res) => res.writeHead(200, { 'Content-Encoding': encoding }).end(bomb))
    const before = process.memoryUsage.rss()
    await expect(fetchFrom(url)).rejects.toThrow('is larger than 25 MiB')
    expect(process.memoryUsage.rss() - before).toBeLessThan(120 * 1024 * 1024)
  })

  it('is refused if it never ends', async () => {
    const url = await serving((_req, res) => {
      const write = (): void => {
        while (!res.destroyed && res.write('x'.repeat(100_000)));
      }
      res.on('drain', write)
      write()
    })
    await expect(fetchFrom(url)).rejects.toThrow('is larger than 25 MiB')
  })

  it('is refused from private networks', async () => {
    const url = await serving((_req, res) => res.end('{}'))
    await expect(fetchFrom(url, null, false)).rejects.toThrow('Use --allow-private if you trust this host.')
  })

  it.each([
    ['ftp://example.org/schedule.json'],
    ['file:///etc/passwd'],
    ['https://user:secret@example.org/schedule.json'],
  ])('is refused at %s', async url => {
    expect(isUrl(url)).toBe(true)
    await expect(fetchFrom(url)).rejects.toThrow('The file cannot be fetched: ')
  })

  it.each([
    ['programme.fetch-closed', (socket: Socket) => socket.resetAndDestroy()],
    ['programme.fetch-not-http', (socket: Socket) => socket.resume().end('220 mail.example.org\r\n')],
  ])('is refused with %s, which pages can translate', async (id, reply) => {
    const url = await serving(() => {})
    servers.at(-1)?.removeAllListeners('connection').on('connection', reply)
    const error = await fetchFrom(url).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ cause: { values: { reason: { id } } } })
  })

  it('is refused with a translatable message if no server listens at the port', async () => {
    const url = await serving(() => {})
    for (const server of servers.splice(0)) await once(server.close(), 'close')
    await expect(fetchFrom(url)).rejects.toMatchObject({
      cause: { values: { reason: { id: 'programme.fetch-refused' } } },
    })
  })

  it('is refused with a sentence for another status, encoding or character set, and after too many redirects', async () => {
    const refusal = async (listener: RequestListener) => {
      const error = await fetchFrom(await serving(listener)).catch((reason: unknown) => reason)
      return error instanceof Error ? error.message : ''
    }
    expect(await refusal((_req, res) => res.writeHead(404).end())).toMatch(/answers with status 404 instead of 200/)
    expect(await refusal((_req, res) => res.writeHead(304).end())).toMatch(/status 304/)
    expect(await refusal((_req, res) => res.writeHead(200, { 'Content-Encoding': 'zstd' }).end('x'))).toMatch(
      /unknown encoding zstd/,
    )
    expect(await refusal((_req, res) => res.writeHead(200, { 'Content-Encoding': 'gzip' }).end('x'))).toMatch(
      /not valid gzip/,
    )
    expect(await refusal((_req, res) => res.end(Buffer.from([0xff])))).toMatch(/not UTF-8/)
    const messages = await refusal((req, res) => res.writeHead(302, { Location: String(req.url) }).end())
    expect(messages).toMatch(/more than 5 redirects/)
    expect(await refusal((_req, res) => res.writeHead(404).end())).not.toMatch(/secret/)
  })
})

it('a path is no URL', () => {
  expect(['schedule.json', './https', '/tmp/a.json', 'C:\\schedule.json'].map(isUrl)).toEqual([
    false,
    false,
    false,
    false,
  ])
})

it('a source is displayed without secrets', () => {
  const sources = ['a?b.json', 'https://ada:secret@example.org/a.json?token=secret#x', 'ftp://ada:secret@example.org/a']
  expect(sources.map(displayedSource)).toEqual(['a?b.json', 'https://example.org/a.json', 'ftp://example.org/a'])
})
