import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  createPrograms,
  eventually,
  type Programs,
  password,
  plonePage,
  ploneUid,
  writePloneExport,
} from '@plenum/testkit'

jest.setTimeout(120_000)

const plenum = path.resolve(import.meta.dirname, '../../bin/plenum.js')

let programs: Programs
let folder: string
let env: Record<string, string>

beforeEach(() => {
  programs = createPrograms()
  folder = mkdtempSync(path.join(tmpdir(), 'plenum-plone-'))
  env = { EMPTY_SITE: '1', ADMIN_PASSWORD: password, PASSWORD_COST: '4', DATA_DIR: path.join(folder, 'data') }
})

afterEach(async () => {
  await programs.close()
  rmSync(folder, { recursive: true })
})

function writeExport(): string {
  const place = path.join(folder, 'export')
  const blob_path = `${ploneUid('/file')}/file/a.txt`
  const file = { filename: 'a.txt', 'content-type': 'text/plain', size: 4, blob_path }
  const pages = Array.from({ length: 1050 }, (_, i) => plonePage(`/p${i}`))
  const objects = [...pages, { '@id': '/file', '@type': 'File', title: 'A file', file }]
  writePloneExport(place, { objects, blobs: { [blob_path]: 'text' } })
  return place
}

describe('plenum import plone', () => {
  it('that is killed leaves only files, which the doctor removes, and can be repeated', async () => {
    const place = writeExport()
    await (await programs.serve(env)).stop()
    const child = programs.launch(process.execPath, [plenum, 'import', 'plone', place], env)
    let output = ''
    child.stderr?.on('data', chunk => (output += chunk))
    await eventually('it writes content', () => output.includes('1000 of 1052 objects written'), 60_000)
    child.kill('SIGKILL')
    await once(child, 'exit')
    const repaired = await programs.run(['doctor', '--repair'], { env })
    expect(repaired).toMatchObject({ out: expect.stringContaining('Content: fine.') })
    const again = await programs.run(['import', 'plone', place], { env })
    expect(again).toMatchObject({
      code: 0,
      out: expect.stringMatching(/Document: 1050 created, 0 changed, 0 unchanged.*1 files of 4 bytes/s),
    })
  })

  it('into a new site that is killed leaves no site, and can be repeated', async () => {
    const place = writeExport()
    const child = programs.launch(process.execPath, [plenum, 'import', 'plone', place], env)
    let output = ''
    child.stderr?.on('data', chunk => (output += chunk))
    await eventually('it writes content', () => output.includes('1000 of 1052 objects written'), 60_000)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(readdirSync(env.DATA_DIR ?? '')).not.toContain('plenum.sqlite')
    const again = await programs.run(['import', 'plone', place], { env })
    expect(again).toMatchObject({
      code: 0,
      out: expect.stringMatching(/Document: 1050 created, 0 changed, 0 unchanged/),
    })
    expect(readdirSync(env.DATA_DIR ?? '').filter(name => name.includes('.new'))).toEqual([])
    const repaired = await programs.run(['doctor', '--repair'], { env })
    expect(repaired).toMatchObject({ out: expect.stringContaining('Content: fine.') })
  })

  it('states the obstacle, and exits with 1', async () => {
    const none = await programs.run(['import', 'plone', path.join(folder, 'none')], { env })
    expect(none).toMatchObject({
      code: 1,
      err: expect.stringMatching(/none is not a folder, so it cannot be an export[^\n]*\n$/),
    })
    writePloneExport(path.join(folder, 'export'), { objects: [plonePage('/a/b')] })
    const refused = await programs.run(['import', 'plone', path.join(folder, 'export')], { env })
    expect(refused).toMatchObject({ code: 1, out: expect.stringContaining('nothing was written. Problems: 1.') })
    expect(refused.err).not.toContain('    at ')
  })
})
