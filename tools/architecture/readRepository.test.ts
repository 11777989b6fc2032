import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { readRepository } from './readRepository.js'

describe('the texts of a repository', () => {
  const root = mkdtempSync(join(tmpdir(), 'repository-'))

  afterAll(() => rmSync(root, { recursive: true }))

  it('are its sources, documents and settings, without installed, built, hidden or binary files', () => {
    const included = ['.npmrc', 'README.md', 'packages/core/src/a.ts', 'packages/core/package.json']
    const excluded = ['node_modules/a/a.js', 'packages/core/dist/a.js', '.git/a.md', 'docs/picture.png']
    for (const path of [...included, ...excluded]) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), `text of ${path}`)
    }
    const texts = readRepository(root).toSorted((a, b) => a.path.localeCompare(b.path))
    expect(texts).toEqual(
      included.toSorted((a, b) => a.localeCompare(b)).map(path => ({ path, text: `text of ${path}` })),
    )
  })
})
