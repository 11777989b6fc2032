import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ExportedFile } from '@plenum/plone-exchange'
import { createTestSite } from '@plenum/testkit'
import { openDatabase } from '../database.js'
import { writeFolder } from './exportFolder.js'
import { exportPlone, noteLines } from './exportPlone.js'

let place: string

beforeEach(() => {
  place = mkdtempSync(path.join(tmpdir(), 'export-'))
})

afterEach(() => rmSync(place, { recursive: true, force: true }))

async function* pieces(...texts: readonly (string | Uint8Array)[]) {
  yield* texts
}

async function* files(...of: readonly ExportedFile[]) {
  yield* of
}

const modeOf = (file: string): number => statSync(file).mode & 0o777
const calm = new AbortController().signal

describe('the folder of an export', () => {
  it('is created with its files, readable by its owner alone', async () => {
    const folder = path.join(place, 'new', 'export')
    const first = { path: 'content/a/data.json', pieces: pieces('{', '}\n') }
    await writeFolder(folder, files(first, { path: 'b', pieces: pieces(Uint8Array.of(0, 255)) }), calm)
    expect(readFileSync(path.join(folder, 'content/a/data.json'), 'utf8')).toBe('{}\n')
    expect([...readFileSync(path.join(folder, 'b'))]).toEqual([0, 255])
    expect(['', 'content', 'content/a'].map(name => modeOf(path.join(folder, name)))).toEqual([0o700, 0o700, 0o700])
    expect(['content/a/data.json', 'b'].map(name => modeOf(path.join(folder, name)))).toEqual([0o600, 0o600])
  })

  it('may exist if it is empty', async () => {
    await writeFolder(place, files({ path: 'a', pieces: pieces('x') }), calm)
    const again = writeFolder(place, files({ path: 'b', pieces: pieces('y') }), calm)
    await expect(again).rejects.toThrow(`${place} is not empty`)
    expect(readdirSync(place)).toEqual(['a'])
    const file = path.join(place, 'file')
    writeFileSync(file, '')
    await expect(writeFolder(file, files(), calm)).rejects.toThrow('is not empty')
  })

  it.each(['a new one', 'an empty one'])('is unchanged after a failure: %s', async kind => {
    const folder = path.join(place, 'export')
    if (kind === 'an empty one') mkdirSync(folder)
    async function* failing(): AsyncGenerator<ExportedFile> {
      yield { path: 'content/a', pieces: pieces('x') }
      throw new Error('no further')
    }
    await expect(writeFolder(folder, failing(), calm)).rejects.toThrow('no further')
    expect(existsSync(folder) ? readdirSync(folder) : null).toEqual(kind === 'an empty one' ? [] : null)
  })
})

describe('an export of a database', () => {
  it('contains the complete site, and reports problems that require attention', async () => {
    const store = openDatabase(path.join(place, 'plenum.sqlite'))
    try {
      const { site, run } = await createTestSite({ store: store.content, users: store.users, whole: store.whole })
      const file = { filename: 'x.txt', 'content-type': 'text/plain', encoding: 'base64', data: 'eA==' }
      await run('addContent', '/', { as: 'max', input: { '@type': 'File', title: 'F', id: 'f', file } })
      const folder = path.join(place, 'export')
      const { counts, notes } = await exportPlone(site, folder, 'Site')
      expect(counts).toEqual({ objects: 2, files: 1 })
      expect(noteLines(notes)).toContain('  mia')
      const { members } = JSON.parse(readFileSync(path.join(folder, 'principals.json'), 'utf8'))
      expect(new Set(members.map(({ password }: { password: string }) => password)).size).toBe(members.length)
      for (const { password } of members)
        expect(Buffer.from(password.replace(/^\{SSHA\}/, ''), 'base64')).toHaveLength(32)
      expect(() => exportPlone(site, path.join(place, 'other'), '../x')).toThrow('is not a valid id')
    } finally {
      await store.close()
    }
  })
})
