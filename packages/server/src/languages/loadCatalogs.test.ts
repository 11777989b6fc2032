import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { loadCatalogs, shippedCatalogs } from './loadCatalogs.js'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'plenum-languages-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const write = (name: string, content: unknown): void =>
  writeFileSync(path.join(directory, name), typeof content === 'string' ? content : JSON.stringify(content))

describe('a directory of languages', () => {
  it('is optional', () => {
    expect(loadCatalogs(undefined)).toEqual({ catalogs: shippedCatalogs(), faults: [] })
  })

  it('adds languages, and adds texts of custom types to built-in languages', () => {
    write('fr.json', { Private: 'Privé', Retention: 'Conservation' })
    write('de.json', { Private: 'Vertraulich', Retention: 'Aufbewahrung' })
    write('notes.txt', 'not looked at')
    const { catalogs, faults } = loadCatalogs(directory)
    expect(faults).toEqual([])
    expect(catalogs).toEqual({
      ...shippedCatalogs(),
      fr: { Private: 'Privé', Retention: 'Conservation' },
      de: { ...shippedCatalogs().de, Private: 'Vertraulich', Retention: 'Aufbewahrung' },
    })
  })

  it('reports all its errors together, each with file and id', () => {
    write('broken.json', '{')
    write('nl.json', [])
    write('pt-br.json', { Private: 'Privado' })
    write('it.json', { 'id.taken': 'Il nome breve «{nome}» esiste già.', Private: 1, Published: 'Pubblicato' })
    expect(loadCatalogs(directory).faults).toEqual([
      expect.stringMatching(/^broken\.json: /),
      expect.stringMatching(/^it\.json: id\.taken: lacks \{id\}/),
      expect.stringMatching(/^it\.json: id\.taken: has \{nome\}/),
      expect.stringMatching(/^it\.json: Private: must be a string/),
      expect.stringMatching(/^nl\.json: must be a JSON object/),
      'pt-br.json: should be named pt-BR.json.',
    ])
  })

  it('contains files named by language', () => {
    write('my texts.json', {})
    expect(loadCatalogs(directory).faults).toEqual([expect.stringMatching(/^my texts\.json: .*language tag/)])
  })

  it('that does not exist is a fault', () => {
    expect(loadCatalogs(path.join(directory, 'nowhere')).faults).toEqual([expect.stringContaining('ENOENT')])
  })
})
