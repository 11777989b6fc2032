import { wordOffence } from './offence.js'
import { machineOffences, unfinishedOffences } from './textRule.js'

const folder = ['', 'work', ''].join('/')
const host = ['registry', 'npmjs', 'org'].join('.')
const mirror = `https://${['npm', 'nexus', 'example'].join('.')}`

describe('the rule of finished code', () => {
  it.each(['core', 'express-adapter', 'sql-store', 'redis-store'])('finds unfinished work in %s', name => {
    const path = `packages/${name}/src/a.ts`
    const text = 'const a = 1\n// TODO: b\n// FIXME\nconst c = 1 // XXX'
    expect(unfinishedOffences([{ path, text }]).map(wordOffence)).toEqual([
      `${path}:2: says TODO: published code is finished`,
      `${path}:3: says FIXME: published code is finished`,
      `${path}:4: says XXX: published code is finished`,
    ])
  })

  it('exempts tests, and words that only contain such a word', () => {
    const files = [
      { path: 'packages/core/src/poll/poll.test.ts', text: 'TODO' },
      { path: 'packages/core/src/poll/poll.ts', text: 'const TODOS = "todo XXXL"' },
    ]
    expect(unfinishedOffences(files)).toEqual([])
  })
})

describe('the rule of machines', () => {
  it('finds paths of a machine and hosts of a registry in sources, tests and documents', () => {
    const files = [
      { path: 'README.md', text: `# Plenum\ncd ${folder}main` },
      { path: 'packages/core/src/poll/poll.test.ts', text: `'${host}'` },
      { path: '.npmrc', text: `registry=${mirror}/npm/` },
    ]
    expect(machineOffences(files).map(wordOffence)).toEqual([
      `README.md:2: says ${folder}: a path of one machine`,
      `packages/core/src/poll/poll.test.ts:1: says ${host.slice(0, -3)}: the host of a package registry`,
      `.npmrc:1: says ${mirror.replace('.example', '')}: the host of a package registry`,
    ])
  })

  it('accepts a registry of types and other addresses', () => {
    const text = "registry.types.get('/network/a') // https://www.npmjs.com/package/ajv /workflow/ work/"
    expect(machineOffences([{ path: 'a.ts', text }])).toEqual([])
  })
})
