import { freshStores, pollsFollowTheModel, runsOf } from '@plenum/testkit'
import { openDatabase } from './database.js'

const onDisk = freshStores(file => openDatabase(file).content, afterAll).filter(([name]) => name !== 'memory')

describe.each(onDisk)('a poll compared with a simple model, on %s', (_name, open) => {
  it(
    'has the same votes, visible results and ETags after every sequence of steps',
    () => pollsFollowTheModel(open, runsOf(400)),
    120_000,
  )
})
