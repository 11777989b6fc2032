import { copiesKeepTheSite, runsOf } from '@plenum/testkit'
import { memoryStore } from '../../memory/memoryStore.js'

it(
  'random sites in memory survive a copy unchanged',
  () => copiesKeepTheSite(async () => memoryStore(), runsOf(300)),
  60_000,
)
