import { transliterate as byTables } from 'transliteration'
import { transliterate } from './createNodePlatform.js'

describe('transliteration to ASCII', () => {
  it('supports letters of many scripts', () => {
    expect(['Über Ж', 'Straße', '北京'].map(transliterate)).toEqual(['Uber Zh', 'Strasse', 'Bei Jing'])
  })

  it('agrees with the tables on ASCII', () => {
    const ascii = Array.from({ length: 95 }, (_, i) => String.fromCharCode(0x20 + i)).join('')
    expect([ascii, ` ${ascii} `, ''].map(transliterate)).toEqual([ascii, ` ${ascii} `, ''].map(text => byTables(text)))
  })
})
