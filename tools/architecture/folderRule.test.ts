import { folderOffences, ownIndexOffences, schedulingOffences, topLevelOffences } from './folderRule.js'
import { inventedSources } from './inventedSources.js'
import { wordOffence } from './offence.js'

const folders =
  'foundation security changeFeed content people workflow poll event history memoize portable memory site'.split(' ')

function mayImport(importer: string): string[] {
  return folders.filter(folder => {
    const sources = inventedSources({ [`packages/core/src/${importer}/a.ts`]: `import '../${folder}/b.js'` })
    return folder !== importer && folderOffences(sources).length === 0
  })
}

const below = ['foundation', 'security', 'changeFeed', 'content', 'people']

describe('the rule of the folders of core', () => {
  it.each([
    ['foundation', []],
    ['security', ['foundation']],
    ['changeFeed', ['foundation']],
    ['content', ['foundation', 'security', 'changeFeed']],
    ['people', ['foundation', 'security', 'changeFeed']],
    ['workflow', below],
    ['poll', below],
    ['event', below],
    ['history', [...below, 'workflow']],
    ['portable', below],
    ['memory', [...below, 'workflow', 'poll', 'event', 'history', 'portable']],
    ['site', [...below, 'workflow', 'poll', 'event', 'history', 'portable']],
  ])('permits %s to import %j and no other folder', (importer, allowed) => {
    expect(mayImport(importer)).toEqual(allowed)
  })

  it('reports the file, the import and the alternatives, including types and nested files', () => {
    const path = 'packages/core/src/content/fields/text.ts'
    const sources = inventedSources({ [path]: "\nimport type { Poll } from '../../poll/poll.js'" })
    expect(folderOffences(sources).map(wordOffence)).toEqual([
      `${path}:2: imports ../../poll/poll.js: content may import only foundation, answers, security, changeFeed, mails`,
    ])
  })

  it('reports an unknown folder', () => {
    expect(folderOffences(inventedSources({ 'packages/core/src/services/a.ts': '' })).map(wordOffence)).toEqual([
      'packages/core/src/services/a.ts: folder services: the layers of core do not name it',
    ])
  })

  it('permits tests to use the stores in memory', () => {
    const sources = inventedSources({ 'packages/core/src/poll/poll.test.ts': "import '../memory/ballots.js'" })
    expect(folderOffences(sources)).toEqual([])
  })
})

describe('the rule of scheduling', () => {
  it.each(['poll', 'workflow', 'event', 'history'])('finds a scheduler in %s, even as a type', folder => {
    const path = `packages/core/src/${folder}/deep/a.ts`
    const text = "import type { TimeSlice } from '../../foundation/scheduler.js'"
    expect(schedulingOffences(inventedSources({ [path]: text })).map(wordOffence)).toEqual([
      `${path}:1: imports ../../foundation/scheduler.js: rules take no scheduler`,
    ])
  })

  it('permits operations to drive rules', () => {
    const sources = inventedSources({
      'packages/core/src/site/a.ts': "import { inSteps } from '../foundation/scheduler.js'",
      'packages/core/src/event/a.ts': "import { mapInSteps } from '../foundation/steps.js'",
    })
    expect(schedulingOffences(sources)).toEqual([])
  })
})

describe('the rule of the top of core', () => {
  it('finds a file next to the folders, unless it is the index or a test', () => {
    const sources = inventedSources({
      'packages/core/src/types.ts': '',
      'packages/core/src/index.ts': '',
      'packages/core/src/index.test.ts': '',
      'packages/core/src/poll/poll.ts': '',
      'packages/server/src/main.ts': '',
    })
    expect(topLevelOffences(sources).map(({ place }) => place)).toEqual(['packages/core/src/types.ts'])
  })
})

describe("the rule of the package's index", () => {
  it.each([
    ['packages/core/src/poll/poll.ts', '../index.js'],
    ['packages/core/src/poll/poll.test.ts', '@plenum/core'],
    ['packages/server/src/main.ts', './index.js'],
  ])('finds that %s imports %s', (path, specifier) => {
    const offences = ownIndexOffences(inventedSources({ [path]: `import { a } from '${specifier}'` }))
    expect(offences.map(wordOffence)).toEqual([
      `${path}:1: imports ${specifier}: a file imports the files of its own package, not its index`,
    ])
  })

  it('permits imports of the index of another package', () => {
    const sources = inventedSources({ 'packages/server/src/main.ts': "import { a } from '@plenum/core'" })
    expect(ownIndexOffences(sources)).toEqual([])
  })
})
