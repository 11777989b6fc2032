import { freshStores, runsOf, workflowsFollowTheModel } from '@plenum/testkit'
import { openDatabase } from './database.js'

const onDisk = freshStores(file => openDatabase(file).content, afterAll).filter(([name]) => name !== 'memory')

describe.each(onDisk)('workflows of one object compared with a simple model, on %s', (_name, open) => {
  it(
    'have the same states, listing, history, permissions and catalog after every sequence of transitions',
    () => workflowsFollowTheModel(open, runsOf(200)),
    60_000,
  )
})
