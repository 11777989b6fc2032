import assert from 'node:assert/strict'
import type { Condition, ContentStore, TextQuery } from '@plenum/core/ports'
import { buildCreation, buildEntry, uidFor } from '../builders.js'
import type { Cases } from '../runner.js'
import { commit, pathsOf } from './storeQueries.js'

const word = (text: string): TextQuery => ({ kind: 'word', word: text })
const prefix = (text: string): TextQuery => ({ kind: 'prefix', word: text })
const phrase = (...words: string[]): TextQuery => ({ kind: 'phrase', words })
const not = (part: TextQuery): TextQuery => ({ kind: 'not', part })
const and = (...parts: TextQuery[]): TextQuery => ({ kind: 'and', parts })
const or = (...parts: TextQuery[]): TextQuery => ({ kind: 'or', parts })
const inTitle = (query: TextQuery): Condition => ({ kind: 'text', in: 'title', query })
const anywhere = (query: TextQuery): Condition => ({ kind: 'text', in: 'everything', query })

const creationOf = (path: string, title: string, text: string) =>
  buildCreation(path, { entry: { titleWords: title.split(' '), words: `${title} ${text}`.split(' ') } })

const texts = [
  creationOf('/', 'site', 'red green blue'),
  creationOf('/a', 'red', 'apple and green pear'),
  creationOf('/b', 'green grass', 'red'),
  buildCreation('/c'),
]

export const textCases: Cases<ContentStore> = {
  'a word matches whole words, and a prefix matches beginnings of words': async store => {
    await commit(store, { creates: texts })
    assert.deepEqual(await pathsOf(store, [anywhere(word('apple'))]), ['/a'])
    assert.deepEqual(await pathsOf(store, [anywhere(word('app'))]), [])
    assert.deepEqual(await pathsOf(store, [anywhere(prefix('app'))]), ['/a'])
    assert.deepEqual(await pathsOf(store, [anywhere(prefix('gr'))]), ['/', '/a', '/b'])
    assert.deepEqual(await pathsOf(store, [anywhere(prefix('pple'))]), [])
  },

  'the words of a phrase are consecutive': async store => {
    await commit(store, { creates: texts })
    assert.deepEqual(await pathsOf(store, [anywhere(phrase('red', 'green'))]), ['/'])
    assert.deepEqual(await pathsOf(store, [anywhere(phrase('green', 'red'))]), [])
    assert.deepEqual(await pathsOf(store, [anywhere(phrase('and', 'green', 'pear'))]), ['/a'])
  },

  'AND, OR and NOT combine matches, and a single NOT matches all other objects': async store => {
    await commit(store, { creates: texts })
    assert.deepEqual(await pathsOf(store, [anywhere(and(word('red'), word('pear')))]), ['/a'])
    assert.deepEqual(await pathsOf(store, [anywhere(or(word('blue'), word('pear')))]), ['/', '/a'])
    assert.deepEqual(await pathsOf(store, [anywhere(and(word('red'), not(word('pear'))))]), ['/', '/b'])
    assert.deepEqual(await pathsOf(store, [anywhere(not(word('red')))]), ['/c'])
    assert.deepEqual(await pathsOf(store, [anywhere(and(not(word('pear')), not(word('blue'))))]), ['/b', '/c'])
    assert.deepEqual(await pathsOf(store, [anywhere(or(not(word('red')), word('grass')))]), ['/b', '/c'])
    assert.deepEqual(await pathsOf(store, [anywhere(or(not(word('red')), not(word('grass'))))]), ['/', '/a', '/c'])
    assert.deepEqual(await pathsOf(store, [anywhere(not(not(word('pear'))))]), ['/a'])
    assert.deepEqual(await pathsOf(store, [anywhere(not(or(word('pear'), not(word('red')))))]), ['/', '/b'])
  },

  'a search in titles ignores other texts': async store => {
    await commit(store, { creates: texts })
    assert.deepEqual(await pathsOf(store, [inTitle(word('red'))]), ['/a'])
    assert.deepEqual(await pathsOf(store, [inTitle(phrase('green', 'grass'))]), ['/b'])
    assert.deepEqual(await pathsOf(store, [inTitle(or(word('red'), word('site')))]), ['/', '/a'])
    assert.deepEqual(await pathsOf(store, [inTitle(not(word('red')))]), ['/', '/b', '/c'])
    assert.deepEqual(await pathsOf(store, [inTitle(word('green')), anywhere(word('red'))]), ['/b'])
  },

  'a search in descriptions ignores other texts': async store => {
    const entry = { titleWords: ['red'], descriptionWords: ['green', 'pear'], words: ['red', 'green', 'pear', 'blue'] }
    await commit(store, { creates: [buildCreation('/', { entry }), buildCreation('/a')] })
    const inDescription = (query: TextQuery) => pathsOf(store, [{ kind: 'text', in: 'description', query }])
    assert.deepEqual(await inDescription(phrase('green', 'pear')), ['/'])
    assert.deepEqual(await inDescription(or(word('red'), word('blue'))), [])
    assert.deepEqual(await inDescription(not(word('pear'))), ['/a'])
    await commit(store, {
      entries: [{ uid: uidFor('/'), revision: 0, entry: buildEntry({ ...entry, descriptionWords: ['blue'] }) }],
    })
    assert.deepEqual([await inDescription(word('blue')), await inDescription(word('pear'))], [['/'], []])
  },

  'words of every script are whole words': async store => {
    const creates = [
      creationOf('/', 'strasse', '日本 語 ünïø'),
      creationOf('/a', 'x2', '日本語 ун 𠀀𠀁'),
      creationOf('/b', 'x', '本 ун𐐷 ꟊ'),
    ]
    await commit(store, { creates })
    assert.deepEqual(await pathsOf(store, [anywhere(word('日本'))]), ['/'])
    assert.deepEqual(await pathsOf(store, [anywhere(prefix('日本'))]), ['/', '/a'])
    assert.deepEqual(await pathsOf(store, [anywhere(phrase('日本', '語'))]), ['/'])
    assert.deepEqual(await pathsOf(store, [anywhere(word('unio'))]), [])
    assert.deepEqual(await pathsOf(store, [anywhere(prefix('ün'))]), ['/'])
    assert.deepEqual(await pathsOf(store, [anywhere(prefix('ун'))]), ['/a', '/b'])
    assert.deepEqual(await pathsOf(store, [anywhere(prefix('𠀀'))]), ['/a'])
    assert.deepEqual(await pathsOf(store, [anywhere(word('𠀀'))]), [])
    assert.deepEqual(await pathsOf(store, [anywhere(word('ꟊ'))]), ['/b'])
    assert.deepEqual(await pathsOf(store, [anywhere(prefix('x'))]), ['/a', '/b'])
  },

  'operators of search engines are plain words': async store => {
    const creates = [creationOf('/', 'and', 'or not near title'), creationOf('/a', 'null', 'and1 fc 00fc')]
    await commit(store, { creates })
    for (const name of ['and', 'or', 'not', 'near', 'title'])
      assert.deepEqual(await pathsOf(store, [anywhere(word(name))]), ['/'])
    assert.deepEqual(await pathsOf(store, [anywhere(phrase('or', 'not', 'near'))]), ['/'])
    assert.deepEqual(await pathsOf(store, [anywhere(word('ü'))]), [])
    assert.deepEqual(await pathsOf(store, [anywhere(word('null'))]), ['/a'])
  },

  'long words and long texts are indexed completely': async store => {
    const long = 'x'.repeat(3000)
    await commit(store, {
      creates: [creationOf('/', long, 'word '.repeat(20_000).trim()), creationOf('/a', `${long}y`, 'end')],
    })
    assert.deepEqual(await pathsOf(store, [anywhere(word(long))]), ['/'])
    assert.deepEqual(await pathsOf(store, [anywhere(prefix(long))]), ['/', '/a'])
    assert.deepEqual(await pathsOf(store, [anywhere(phrase(...Array.from({ length: 64 }, () => 'word')))]), ['/'])
  },
}
