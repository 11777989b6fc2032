import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { main } from './main.js'

let directory = ''
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'create-plenum-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

function run(...args: string[]) {
  const lines: string[] = []
  return { code: main(args, line => void lines.push(line)), printed: lines.join('\n') }
}

const manifestIn = (folder: string) => JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
const { version } = manifestIn(path.join(import.meta.dirname, '..'))

describe('create-plenum', () => {
  it('creates a folder for a site, and prints the next commands', () => {
    const folder = path.join(directory, 'My Garden')
    const { code, printed } = run(folder)
    expect([code, printed]).toEqual([
      0,
      `Created ${folder}. Run:\n  cd ${folder}\n  npm install\n  npx plenum init\n  npm start`,
    ])
    expect(readdirSync(folder).sort()).toEqual(['.gitignore', 'README.md', 'package.json'])
    expect(manifestIn(folder)).toMatchObject({ name: 'my-garden', dependencies: { '@plenum/server': version } })
  })

  it('creates a folder for an application, whose packages are those of this version', () => {
    const folder = path.join(directory, 'app')
    expect(run('--embed', folder).code).toBe(0)
    expect(readdirSync(folder).sort()).toEqual(['.gitignore', 'package.json', 'server.js'])
    expect(manifestIn(folder).dependencies).toMatchObject({
      '@plenum/express-adapter': version,
      '@plenum/site': version,
    })
  })

  it('refers to tarballs instead of a registry with --packages', () => {
    const tarballs = path.join(directory, 'tarballs')
    mkdirSync(tarballs)
    for (const name of ['plenum-core-0.2.0.tgz', 'plenum-sql-store-0.2.0.tgz', 'create-plenum-0.2.0.tgz'])
      writeFileSync(path.join(tarballs, name), '')
    const folder = path.join(directory, 'site')
    expect(run('--packages', tarballs, folder).code).toBe(0)
    expect(manifestIn(folder).dependencies).toEqual({
      '@plenum/core': `file:${tarballs}/plenum-core-0.2.0.tgz`,
      '@plenum/sql-store': `file:${tarballs}/plenum-sql-store-0.2.0.tgz`,
    })
  })

  it('refuses a folder with files, and changes nothing', () => {
    writeFileSync(path.join(directory, 'own.txt'), 'own')
    expect(run(directory)).toEqual({
      code: 1,
      printed: `${directory} is not empty, and was not changed. Specify a new folder.`,
    })
    expect(readdirSync(directory)).toEqual(['own.txt'])
  })

  it('refuses unknown options, and folders without tarballs', () => {
    expect(run('--site', 'x')).toMatchObject({ code: 1, printed: expect.stringContaining("Unknown option '--site'") })
    const folder = path.join(directory, 'site')
    expect(run('--packages', directory, folder).printed).toMatch(/contains no tarballs such as plenum-core-/)
    expect(run('--packages', path.join(directory, 'none'), folder).printed).toMatch(/none cannot be read \(ENOENT\)\.$/)
    expect(existsSync(folder)).toBe(false)
  })

  it('prints its usage without a folder, and with --help', () => {
    expect(run().code).toBe(1)
    expect(run('--help')).toEqual({ code: 0, printed: expect.stringMatching(/^Usage: create-plenum/) })
  })
})
