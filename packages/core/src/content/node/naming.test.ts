import { anyText } from '@plenum/testkit'
import fc from 'fast-check'
import { freeId, idFromTitle, problemOfId, problemOfNewId } from './naming.js'

const table: Readonly<Record<string, string>> = { 日本語: 'Ri Ben Yu ', Ü: 'U', ß: 'ss', é: 'e', '’': "'" }
const transliterate = (text: string): string => text.replace(/日本語|[Üßé’]/g, letters => table[letters] ?? '')
const idOf = (title: string): string => idFromTitle(title, transliterate)
const none = (): boolean => false
const among =
  (...ids: string[]) =>
  (id: string): boolean =>
    ids.includes(id)

describe('an id from a title', () => {
  it.each([
    ['My Document', 'my-document'],
    ['Über uns', 'uber-uns'],
    ['Über uns & "mehr"', 'uber-uns-mehr'],
    ['Straße', 'strasse'],
    ['日本語', 'ri-ben-yu'],
    ['a.b.c', 'a-b.c'],
    ['version 1.2.3', 'version-1-2.3'],
    ['_under score', 'under-score'],
    ['report.PDF', 'report.pdf'],
    ['  Résumé.doc  ', 'resume.doc'],
    ['@home', 'home'],
    ['Dr. No', 'dr-no'],
    ['It’s "quoted" & done', 'its-quoted-done'],
    ['snake_case stays', 'snake_case-stays'],
    ['-- dashes -- at -- the -- ends --', 'dashes-at-the-ends'],
    ['-_-_private', 'private'],
    ['two\nlines.txt', 'two-lines.txt'],
    ['archive.backup', 'archive-backup'],
    ['.txt', 'txt'],
    ['!!!.txt', 'txt'],
    ['a/b\\c?d#e%f\0g', 'a-b-c-d-e-f-g'],
    ['.', ''],
    ['..', ''],
    ['!!!', ''],
    ['___', ''],
    ['', ''],
  ])('is derived from %j as %j', (title, id) => {
    expect(idOf(title)).toBe(id)
  })

  it('ends at a dash if it would exceed 255 characters', () => {
    expect(idOf('abcd '.repeat(60))).toBe('abcd-'.repeat(51).slice(0, -1))
    expect(idOf(`${'abcd '.repeat(60)}.html`)).toBe(`${'abcd-'.repeat(50).slice(0, -1)}.html`)
    expect(idOf('x'.repeat(300))).toBe('x'.repeat(255))
  })

  it('is empty, reserved or valid for any title', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 400 }), title => {
        expect([null, 'empty', 'reserved']).toContain(problemOfId(idOf(title)))
      }),
    )
  })
})

describe('a free id', () => {
  it('is the requested one if it is free', () => {
    expect(freeId('my-document', none)).toBe('my-document')
  })

  it.each([
    ['my-document', ['my-document'], 'my-document-1'],
    ['my-document', ['my-document', 'my-document-1'], 'my-document-2'],
    ['test.txt', ['test.txt'], 'test-1.txt'],
    ['.txt', ['.txt'], '.txt-1'],
    ['version-1-2.3', ['version-1-2.3'], 'version-1-2-1.3'],
  ])('for %j, if %j is in use, is %j', (wanted, used, id) => {
    expect(freeId(wanted, among(...used))).toBe(id)
  })

  it.each(['edit', 'login', 'search', 'view'])('for the reserved %j gets a number', wanted => {
    expect(freeId(wanted, none)).toBe(`${wanted}-1`)
  })

  it('is item if the title leaves nothing', () => {
    expect(freeId(idOf('!!!'), none)).toBe('item')
    expect(freeId(idOf('!!!'), among('item'))).toBe('item-1')
  })

  it('is searched up to the number 100', () => {
    const used = new Set(['x', ...Array.from({ length: 99 }, (_, i) => `x-${i + 1}`)])
    expect(freeId('x', id => used.has(id))).toBe('x-100')
    expect(freeId('x', () => true)).toBeNull()
  })

  it('does not exist for an id that no number makes valid', () => {
    expect(freeId('@home', none)).toBeNull()
  })

  it('has at most 255 characters including its number', () => {
    expect(freeId('x'.repeat(255), among('x'.repeat(255)))).toBe(`${'x'.repeat(253)}-1`)
    expect(freeId('x'.repeat(300), none)).toBe(`${'x'.repeat(253)}-1`)
    expect(freeId('😀'.repeat(128), none)).toBe(`${'😀'.repeat(126)}-1`)
  })

  it('is valid and free for any title', () => {
    const titles = fc.oneof(anyText({ maxLength: 300 }), fc.constantFrom('edit', '..', '@@', '+', ''))
    fc.assert(
      fc.property(titles, title => {
        const first = freeId(idOf(title), none)
        const second = freeId(idOf(title), id => id === first)
        expect(second).not.toBe(first)
        expect([first, second].map(id => problemOfId(id ?? ''))).toEqual([null, null])
      }),
    )
  })
})

describe('a requested id', () => {
  it.each([
    ['', 'empty'],
    ['.', 'reserved'],
    ['..', 'reserved'],
    ['a/b', 'characters'],
    ['a\\b', 'characters'],
    ['a?', 'characters'],
    ['a#b', 'characters'],
    ['50%', 'characters'],
    ['a\0b', 'characters'],
    ['a\nb', 'characters'],
    ['a\u007fb', 'characters'],
    ['a\u0085b', 'characters'],
    ['a\ud800b', 'characters'],
    ['@bad', 'characters'],
    ['@@view', 'characters'],
    ['++api++', 'characters'],
    ['_hidden', 'characters'],
    ['__proto__', 'characters'],
    [' a', 'characters'],
    ['a ', 'characters'],
    [' ', 'characters'],
    ['x'.repeat(256), 'too-long'],
  ])('is rejected for %j: %s', (id, problem) => {
    expect(problemOfId(id)).toBe(problem)
  })

  it.each(
    'add contents controlpanel delete edit historyview login logout properties register search sharing sitemap view'.split(
      ' ',
    ),
  )('is reserved: %j', id => {
    expect(problemOfId(id)).toBe('reserved')
  })

  it.each([
    'my-document',
    'With Space',
    'constructor',
    'toString',
    'Edit',
    'edit-1',
    '...',
    '.well-known',
    'a@b',
    'a+b',
    'a_b',
    'straße',
    '日本語',
    '😀',
    'x'.repeat(255),
  ])('is valid: %j', id => {
    expect(problemOfId(id)).toBeNull()
  })
})

describe('an id for new content', () => {
  it.each([
    ['\u200b', 'invisible'],
    ['\u200d\u200c', 'invisible'],
    ['a\u202egnp.exe', 'invisible'],
    ['a\u2066b', 'invisible'],
    ['a\u00adb', 'invisible'],
    ['\u3164', 'invisible'],
    ['．．', 'reserved'],
    ['․', 'reserved'],
    ['ｌｏｇｉｎ', 'reserved'],
    ['a／b', 'characters'],
    ['＠search', 'characters'],
    ['Über uns', null],
    ['日本語', null],
    ['ﷺ'.repeat(100), null],
    ['❤\ufe0f', null],
  ])('checks %j and finds the problem %j', (id, problem) => {
    expect(problemOfNewId(id)).toBe(problem)
  })

  it('is rejected by the rules for all ids', () => {
    fc.assert(
      fc.property(anyText(), id => {
        const problem = problemOfId(id)
        if (problem !== null) expect(problemOfNewId(id)).toBe(problem)
      }),
    )
  })
})
