import { copiesPreserveTheSite, runsOf } from '@plenum/testkit'
import { memoryStore } from '../../memory/memoryStore.js'

it(
  'random sites in memory survive a copy unchanged',
  () => copiesPreserveTheSite(async () => memoryStore(), runsOf(300)),
  60_000,
)
