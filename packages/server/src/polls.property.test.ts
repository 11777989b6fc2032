import { freshStores, pollsFollowTheModel, runsOf } from '@plenum/testkit'
import { openDatabase } from './database.js'

const onDisk = freshStores(file => openDatabase(file).content, afterAll).filter(([name]) => name !== 'memory')

describe.each(onDisk)('a poll, against a simple model, on %s', (_name, open) => {
  it(
    'votes, what is shown of them, and the tags for caches agree after every sequence of steps',
    () => pollsFollowTheModel(open, runsOf(400)),
    120_000,
  )
})
