import { copiesKeepTheSite, runsOf } from '@plenum/testkit'
import { memoryStore } from '../../memory/memoryStore.js'

it(
  'random sites in memory come out of a copy as they were',
  () => copiesKeepTheSite(async () => memoryStore(), runsOf(300)),
  60_000,
)
