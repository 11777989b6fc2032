import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { basicAuthorization, createPrograms, type Programs, password } from '@plenum/testkit'
import sharp from 'sharp'

let programs: Programs
let coverage: string

beforeEach(() => {
  programs = createPrograms()
  coverage = path.join(programs.directory, 'coverage')
})
afterEach(() => programs.close())

const empty = { EMPTY_SITE: '1', ADMIN_PASSWORD: password, PASSWORD_COST: '4' }
const traced = () => ({ ...empty, NODE_V8_COVERAGE: coverage })

/**
 * Returns the packages that the main thread of a traced process has loaded. Call this function after the process has
 * ended.
 */
function loadedPackages(): ReadonlySet<string> {
  const ofMainThread = readdirSync(coverage).filter(file => file.endsWith('-0.json'))
  const urls = ofMainThread.flatMap(file =>
    (JSON.parse(readFileSync(path.join(coverage, file), 'utf8')) as { result: { url: string }[] }).result.map(
      ({ url }) => url,
    ),
  )
  const names = urls.map(url => /.*\/(?:node_modules|packages)\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1])
  return new Set(names.filter(name => name !== undefined))
}

describe('the modules that a process loads', () => {
  it('are the command line alone for help', async () => {
    for (const args of [['--help'], ['help', 'user'], ['import', 'schedule', '--help']])
      expect((await programs.run(args, { env: traced() })).code).toBe(0)
    expect([...loadedPackages()].sort()).toEqual(['commander', 'server'])
  })

  it('are those for readers, without those for writes, images, emails, threads, metrics and Redis', async () => {
    await (await programs.serve(empty)).stop()
    const server = await programs.serve(traced())
    for (const at of ['/', '/@search?SearchableText=a', '/@schedule'])
      expect((await fetch(server.url + at)).status).toBe(200)
    expect(await server.stop()).toBe(0)
    const loaded = loadedPackages()
    for (const needed of ['core', 'express', 'libsql', 'pino']) expect(loaded).toContain(needed)
    const later = ['ajv', 'htmlparser2', 'image-size', 'jsonwebtoken', 'nodemailer', 'piscina', 'prom-client', 'redis']
    const largest = ['@redis/client', 'cli-progress', 'read', 'sanitize-html', 'sharp', 'transliteration']
    expect([...later, ...largest].filter(name => loaded.has(name))).toEqual([])
  })

  it('include sharp from the first image to be scaled', async () => {
    const server = await programs.serve(traced())
    const drawn = sharp({ create: { width: 400, height: 200, channels: 3, background: 'teal' } })
    const data = (await drawn.png().toBuffer()).toString('base64')
    const image = { filename: 'a.png', 'content-type': 'image/png', data, encoding: 'base64' }
    const headers = { ...basicAuthorization('admin', password), 'content-type': 'application/json' }
    const body = JSON.stringify({ '@type': 'Image', id: 'a', title: 'A', image })
    expect((await fetch(server.url, { method: 'POST', headers, body })).status).toBe(201)
    const scale = await fetch(`${server.url}/a/@@images/image/tile`, { headers })
    expect(await sharp(await scale.arrayBuffer()).metadata()).toMatchObject({ width: 64 })
    expect(await server.stop()).toBe(0)
    expect(loadedPackages()).toContain('sharp')
  })
})
