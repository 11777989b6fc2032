import { freshStores, runsOf, workflowsFollowTheModel } from '@plenum/testkit'
import { openDatabase } from './database.js'

const onDisk = freshStores(file => openDatabase(file).content, afterAll).filter(([name]) => name !== 'memory')

describe.each(onDisk)('workflows of one object, against a simple model, on %s', (_name, open) => {
  it(
    'states, listing, history, permissions and catalog agree after every sequence of moves',
    () => workflowsFollowTheModel(open, runsOf(200)),
    60_000,
  )
})
