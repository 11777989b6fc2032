import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
const directory = mkdtempSync(path.join(tmpdir(), 'plenum-release-'))
afterAll(() => rmSync(directory, { recursive: true }))

/** Evaluates an expression with the modules in this folder, which Jest cannot load. */
function evaluate(expression: string, input: unknown): unknown {
  const code = `
    import { releaseChangelog } from './changelog.mjs'
    import { setVersion, versionProblems } from './versions.mjs'
    const input = ${JSON.stringify(input)}
    process.stdout.write(JSON.stringify(${expression}))`
  const args = ['--input-type=module', '-e', code]
  return JSON.parse(execFileSync(process.execPath, args, { cwd: import.meta.dirname, encoding: 'utf8', stdio: 'pipe' }))
}

describe('versions', () => {
  it('of all packages, and of the dependencies between them, are the same', () => {
    expect(evaluate('versionProblems(input)', root)).toEqual([])
  })

  it('are set in all manifests and in the lockfile', () => {
    const manifests = {
      '.': { version: '0.1.0' },
      'packages/core': { name: '@plenum/core', version: '0.1.0', dependencies: { pino: '0.1.0' } },
      'packages/server': {
        name: '@plenum/server',
        version: '0.1.0',
        dependencies: { '@plenum/core': '0.1.0' },
        devDependencies: { '@plenum/core': '0.1.0' },
      },
    }
    const packages = { '': manifests['.'], ...manifests, 'node_modules/pino': { version: '0.1.0' } }
    for (const [folder, manifest] of Object.entries(manifests)) {
      mkdirSync(path.join(directory, folder), { recursive: true })
      writeFileSync(path.join(directory, folder, 'package.json'), JSON.stringify(manifest, null, 2))
    }
    writeFileSync(path.join(directory, 'package-lock.json'), JSON.stringify({ version: '0.1.0', packages }))
    expect(evaluate("[setVersion(input, '0.2.0'), versionProblems(input)]", directory)).toEqual([null, []])
    const read = (file: string) => JSON.parse(readFileSync(path.join(directory, file), 'utf8'))
    const own = { '@plenum/core': '0.2.0' }
    const server = { version: '0.2.0', dependencies: own, devDependencies: own }
    expect(read('packages/server/package.json')).toMatchObject(server)
    expect(read('packages/core/package.json')).toMatchObject({ version: '0.2.0', dependencies: { pino: '0.1.0' } })
    expect(read('package-lock.json')).toMatchObject({
      version: '0.2.0',
      packages: { 'packages/server': server, 'node_modules/pino': { version: '0.1.0' } },
    })
  })
})

describe('the changelog', () => {
  const releasedFrom = (text: string) => evaluate("releaseChangelog(input, '0.2.0', '2026-11-26')", text)

  it('gets a section with the entries that were unreleased', () => {
    expect(releasedFrom('# Changelog\n\n## Unreleased\n\n- New\n\n## 0.1.0 - 2026-01-01\n\n- Old\n')).toBe(
      '# Changelog\n\n## Unreleased\n\n## 0.2.0 - 2026-11-26\n\n- New\n\n## 0.1.0 - 2026-01-01\n\n- Old\n',
    )
  })

  it.each([
    ['# Changelog\n', 'has no section'],
    ['## Unreleased\n\n## 0.1.0 - 2026-01-01\n\n- Old\n', 'is empty'],
    ['## Unreleased\n\n- New\n\n## 0.2.0 - 2026-01-01\n', 'already has a section for 0.2.0'],
  ])('without new entries is refused', (text, reason) => {
    expect(() => releasedFrom(text)).toThrow(reason)
  })
})
