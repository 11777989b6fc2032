import fc from 'fast-check'
import type { Grammar, GrammarRoute, Place } from './grammar.js'
import { hostileText, mostly } from './hostileValues.js'

const versions = ['0', '0', '1', '2', '99', 'current'] as const
const releases = ['1', '1', '2', '99', 'working'] as const

export function segmentsOf(
  { webhooks, plans }: Grammar,
  { operation }: GrammarRoute,
  place: Place,
): fc.Arbitrary<readonly string[]> | undefined {
  switch (operation) {
    case 'getVersion':
    case 'compareVersions':
      return pair(versions)
    case 'getScheduleRelease':
    case 'compareScheduleReleases':
      return pair(releases)
    case 'cancelWorkflowPlan':
      return oneOf(plans.filter(({ path }) => path === place.path).map(({ id }) => [id]))
    case 'repeatDelivery':
      return oneOf(webhooks.flatMap(({ id, deliveries }) => deliveries.map(delivery => [id, 'deliveries', delivery])))
    default:
      return operation.endsWith('ebhook') || operation === 'listDeliveries'
        ? oneOf(webhooks.map(({ id }) => [id]))
        : undefined
  }
}

const pair = (texts: readonly [string, ...string[]]): fc.Arbitrary<readonly string[]> =>
  fc.tuple(fc.constantFrom(...texts), fc.constant('@diff'), fc.constantFrom(...texts))

const oneOf = (lists: readonly (readonly string[])[]): fc.Arbitrary<readonly string[]> => {
  const hostile = hostileText.map(text => [text])
  return lists.length > 0 ? mostly<readonly string[]>(12, fc.constantFrom(...lists), hostile) : hostile
}
