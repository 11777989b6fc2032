import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildIdOf, type Makers, ownBuildId } from './buildIdOf.js'

describe('the build id in cache keys of payloads (docs/caching.md, Cached payloads, rule 3)', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'plenum-release-'))
  const write = (file: string, content: string) => writeFileSync(path.join(directory, file), content)
  const catalogs = { de: { Talk: 'Vortrag', Room: 'Raum' }, es: { Talk: 'Charla' } }
  const makers = { version: '1', catalogs, code: [path.join(directory, 'index.js')] }
  const same = (): string => buildIdOf(makers)

  beforeEach(() => {
    mkdirSync(path.join(directory, 'event'), { recursive: true })
    write('index.js', 'one')
    write('event/schedule.js', 'two')
  })

  afterEach(() => rmSync(directory, { recursive: true }))

  it('is the same for equal files, in any order', () => {
    const reordered = { es: { Talk: 'Charla' }, de: { Room: 'Raum', Talk: 'Vortrag' } }
    expect(buildIdOf({ ...makers, catalogs: reordered })).toBe(same())
    expect(same()).toMatch(/^[\w-]{43}$/)
  })

  it('changes with another version or other texts', () => {
    const others: Makers[] = [
      { ...makers, version: '2' },
      { ...makers, catalogs: { ...catalogs, de: { ...catalogs.de, Talk: 'Rede' } } },
      { ...makers, catalogs: { de: catalogs.de } },
      { ...makers, catalogs: { de: catalogs.es, es: catalogs.de } },
    ]
    expect(new Set([same(), ...others.map(buildIdOf)]).size).toBe(1 + others.length)
  })

  it.each([
    ['of other content', 'event/schedule.js', 'three'],
    ['that is new', 'event/sponsors.js', 'two'],
  ])('changes with a file of code %s', (_, file, content) => {
    const before = same()
    write(file, content)
    expect(same()).not.toBe(before)
  })

  it('changes when a file is moved', () => {
    const before = same()
    write('event/agenda.js', 'two')
    rmSync(path.join(directory, 'event/schedule.js'))
    expect(same()).not.toBe(before)
  })

  it('does not depend on tests, declarations and files without code', () => {
    const before = same()
    for (const file of ['index.d.ts', 'index.test.js', 'event/schedule.js.map', 'index.ts', '.tsbuildinfo'])
      write(file, 'x')
    expect(same()).toBe(before)
  })

  it('of the running program changes with other texts', () => {
    expect(ownBuildId(catalogs)).toBe(ownBuildId(catalogs))
    expect(ownBuildId(catalogs)).not.toBe(ownBuildId({}))
  })
})
