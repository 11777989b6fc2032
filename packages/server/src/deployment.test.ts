import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { readConfig } from './config.js'

const read = (name: string): string => readFileSync(path.resolve(import.meta.dirname, '../../../deploy', name), 'utf8')

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
if (!hasSystemd)
  process.stderr.write('The tests of the systemd units were skipped: this machine has no systemd-analyze.\n')

describe('the systemd units (docs/how-to/deploy.md)', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'plenum-units-'))
  afterAll(() => rmSync(directory, { recursive: true }))
  const test = hasSystemd ? it : it.skip

  test.each(['plenum.service', 'plenum-backup.service', 'plenum-backup.timer'])('%s is valid', name => {
    // All units are written, because `systemd-analyze` requires the programs in a unit and the service of a timer to
    // exist.
    for (const unit of ['plenum.service', 'plenum-backup.service', name])
      writeFileSync(path.join(directory, unit), read(unit).replaceAll('/usr/bin/node', process.execPath))
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', path.join(directory, name)], {
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([0, ''])
  })

  test.each(['plenum.service', 'plenum-backup.service'])('%s has an exposure of at most 3.0', name => {
    writeFileSync(path.join(directory, name), read(name))
    const security = ['security', '--offline=true', '--threshold=30', '--no-pager', path.join(directory, name)]
    const { status, stdout } = spawnSync('systemd-analyze', security, { encoding: 'utf8' })
    expect([status, stdout]).toEqual([0, expect.stringMatching(/Overall exposure level .* [0-3]\.\d/)])
  })
})

describe('the image (docs/how-to/container.md)', () => {
  const dockerfile = read('Dockerfile')

  it('runs the service with Node 24 as a user other than root, without a package manager', () => {
    const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))
    expect(last).toMatch(/^\nFROM node:24-\S+\n/)
    expect(last).toMatch(/^RUN rm -rf \/usr\/local\/lib\/node_modules .*\/npm /m)
    expect(last).toMatch(/^USER node$/m)
    expect(last).toMatch(/^CMD \["plenum", "serve"\]$/m)
  })

  it('has a health check that fails unless the service responds', async () => {
    const [, json = ''] = /^HEALTHCHECK [^[]*CMD (\[[^\n]*\])$/m.exec(dockerfile) ?? []
    const [, ...args]: readonly string[] = JSON.parse(json)
    const server = createServer((req, res) => res.writeHead(req.url === '/healthz' ? 200 : 404).end())
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    const check = () => promisify(execFile)(process.execPath, args, { env: { PORT: String(port) } })
    await check()
    server.close()
    server.closeAllConnections()
    await expect(check()).rejects.toMatchObject({ code: 1 })
  })
})

describe('compose.yaml (docs/how-to/container.md)', () => {
  const [, variables = ''] =
    /^ {2}plenum:\n.*?^ {4}environment:\n((?: {6}[^\n]+\n)+)/ms.exec(read('compose.yaml')) ?? []

  it('gives the service valid settings', () => {
    const secrets: Readonly<Record<string, string>> = { SITE_HOST: 'www.example.org', POSTGRES_PASSWORD: 'x1' }
    const filled = variables.replace(/\$\{(\w+):\?[^}]*\}/g, (_, name: string) => secrets[name] ?? '')
    const pairs = [...filled.matchAll(/^ +(\w+): "?([^"\n]*)"?$/gm)].map(([, name = '', value = '']) => [name, value])
    expect(readConfig(Object.fromEntries(pairs))).toMatchObject({
      publicUrl: 'https://www.example.org',
      trustProxy: 'uniquelocal',
      databaseUrl: 'postgres://plenum:x1@db:5432/plenum',
      memoize: { url: 'redis://cache:6379' },
      workers: 2,
    })
  })

  it('contains no password', () => expect(read('compose.yaml')).not.toMatch(/PASSWORD: (?!\$\{)/))
})

describe('the log of a proxy', () => {
  it('of nginx contains neither queries nor tokens', () => {
    const text = read('nginx.conf')
    const [, format = ''] = /^log_format plenum (.*);$/m.exec(text) ?? []
    expect(format.match(/\$\w+/g)).toEqual([
      '$remote_addr',
      '$time_iso8601',
      '$request_method',
      '$plenum_path',
      '$status',
      '$body_bytes_sent',
      '$request_time',
    ])
    expect(text.match(/access_log .*/g)).toEqual(Array(2).fill('access_log /var/log/nginx/plenum.log plenum;'))
    expect(text.match(/error_log .*/g)).toEqual(Array(2).fill('error_log /var/log/nginx/plenum-error.log crit;'))
  })

  it('of Caddy contains neither queries nor tokens', () => {
    const [, pattern = ''] = /request>uri regexp "(.*)" "\*\*\*"$/m.exec(read('Caddyfile')) ?? []
    // The pattern begins with `(?i)`, which JavaScript does not support, so the `i` flag is used instead.
    const shown = (uri: string) => uri.replace(new RegExp(pattern.replace('(?i)', ''), 'gi'), '***')
    const uris = [
      '/@schedule?only=1',
      '/PasswordReset/abc?userid=mia',
      '/a/@unsubscribe/abc',
      '/%40unsubscribe/abc',
      '/a',
    ]
    expect(uris.map(shown)).toEqual(['/@schedule***', '/***', '/a/***', '/***', '/a'])
    expect(read('Caddyfile')).toMatch(/request>headers delete/)
  })

  it('of Caddy is filtered for requests and for errors', () => {
    const logs = read('Caddyfile').match(/^\t+log \{\n.*\n.*\n/gm)
    expect(logs).toEqual(Array(2).fill('\tlog {\n\t\tformat filter {\n\t\t\timport private\n'))
  })
})

describe('a proxy (SECURITY.md)', () => {
  it('makes browsers use only HTTPS', () => {
    expect(read('nginx.conf')).toMatch(/^ {2}add_header Strict-Transport-Security "max-age=31536000" always;$/m)
    expect(read('Caddyfile')).toMatch(/^\theader @public Strict-Transport-Security max-age=31536000$/m)
  })

  it('of nginx limits the requests of each address, and overwrites the headers about the client', () => {
    const text = read('nginx.conf')
    expect(text.match(/^ {2}(?:limit_req|limit_conn|client_header_timeout|client_body_timeout) /gm)).toHaveLength(4)
    expect(text.match(/X-Forwarded-\w+/g)).toEqual(['X-Forwarded-For', 'X-Forwarded-Proto', 'X-Forwarded-Host'])
  })
})
