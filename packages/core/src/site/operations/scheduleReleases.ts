import type {
  ScheduleDifference,
  ScheduleDifferencesPayload,
  ScheduleReleasePayload,
  ScheduleReleasesPayload,
} from '../../answers/schedule.js'
import { typesWith } from '../../content/model/model.js'
import { objectOf } from '../../content/node/node.js'
import type { SearchHit } from '../../content/store/catalog.js'
import { eventQuery } from '../../event/eventQuery.js'
import { isEventRootItself } from '../../event/eventRoot.js'
import { differencesBetween, type ReleaseDifference } from '../../event/releaseDifferences.js'
import { type ReleasedValues, releasedValues, releasesIn, showsReleases } from '../../event/releases.js'
import { scheduleBehavior } from '../../event/slotBehaviors.js'
import { inSteps } from '../../foundation/scheduler.js'
import { mapInSteps } from '../../foundation/steps.js'
import { permission } from '../../security/permissions.js'
import { findRelease, working } from '../present/findRelease.js'
import { presentRelease, presentSession, type ReleaseContext } from '../present/presentReleases.js'
import { publicProgramme } from '../present/publicProgramme.js'
import { readNodes, scanAll } from '../run/openEach.js'
import type { Operation } from '../run/operation.js'
import {
  activeOnly,
  principalsOf,
  type RequestContext,
  requirePermission,
  urlOfContext,
} from '../run/requestContext.js'

const atEvent = {
  permission: permission.view,
  exists: ({ lineage }: RequestContext) => isEventRootItself(lineage),
} as const

/** `GET {event}/@schedule-releases` returns the releases, newest first (docs/schedule.md, Releases). */
export const listScheduleReleases: Operation<undefined, ScheduleReleasesPayload> = {
  ...atEvent,
  dependsOn: async () => ({ parts: [] }),
  async run(context) {
    const items = releasesIn(context.node).map(release => presentRelease(context, release))
    return {
      answer: {
        '@id': `${urlOfContext(context)}/@schedule-releases`,
        is_enabled: showsReleases(context.node),
        items: items.toReversed(),
        items_total: items.length,
      },
    }
  },
}

export interface ReleaseInput {
  readonly release: string
}

/** `GET {event}/@schedule-releases/{n}` returns a release and its sessions (docs/schedule.md, Releases). */
export const getScheduleRelease: Operation<ReleaseInput, ScheduleReleasePayload> = {
  ...atEvent,
  dependsOn: async (_, { release }) => ({ parts: [release] }),
  async run(context, input) {
    const release = findRelease(context, input.release)
    const { slots, presenting } = await releasedProgrammes(context, [release.number])
    const present = ({ hit, values: [values] }: SlotInReleases) =>
      values ? [presentSession(presenting, { hit, values })] : []
    const items = await inSteps(mapInSteps(slots, present), context.task)
    return { answer: { ...presentRelease(context, release), items: items.flat() } }
  },
}

export interface ReleasesInput {
  /**
   * A release number, or `working` for the unreleased schedule. A comparison with the unreleased schedule requires the
   * permission Modify portal content.
   */
  readonly one: string
  readonly two: string
}

/**
 * `GET {event}/@schedule-releases/{n}/@diff/{m}` returns the differences between two releases (docs/schedule.md,
 * Releases).
 */
export const compareScheduleReleases: Operation<ReleasesInput, ScheduleDifferencesPayload> = {
  ...atEvent,
  dependsOn: async (_, { one, two }) => ({ parts: [one, two] }),
  async run(context, { one, two }) {
    const numbers = [one, two].map(name =>
      name === working ? readWorking(context) : findRelease(context, name).number,
    )
    const { slots, presenting } = await releasedProgrammes(context, numbers)
    const programme = (i: number) =>
      new Map(slots.flatMap(({ hit, values }) => (values[i] ? [[hit.uid, values[i]] as const] : [])))
    const [before, after] = [programme(0), programme(1)]
    const hits = new Map(slots.map(({ hit }) => [hit.uid, hit]))
    const present = ({ kind, uid }: ReleaseDifference): ScheduleDifference => {
      const session = (values: ReleasedValues | undefined) => {
        const hit = hits.get(uid)
        return hit && values ? presentSession(presenting, { hit, values }) : null
      }
      return { kind, before: session(before.get(uid)), after: session(after.get(uid)) }
    }
    const differences = await inSteps(differencesBetween(before, after), context.task)
    const items = await inSteps(mapInSteps(differences, present), context.task)
    const url = `${urlOfContext(context)}/@schedule-releases/${encodeURIComponent(one)}/@diff/${encodeURIComponent(two)}`
    return { answer: { '@id': url, one, two, items } }
  },
}

function readWorking(context: RequestContext): null {
  requirePermission(context, permission.modify)
  return null
}

interface SlotInReleases {
  readonly hit: SearchHit
  /** The values in each requested release, or null for a release that does not contain the slot. */
  readonly values: readonly (ReleasedValues | null)[]
}

interface ReleasedProgrammes {
  readonly slots: readonly SlotInReleases[]
  readonly presenting: ReleaseContext
}

/**
 * Returns the requested releases with the slots that the caller may view. The number null represents the unreleased
 * schedule.
 */
async function releasedProgrammes(
  context: RequestContext,
  numbers: readonly (number | null)[],
): Promise<ReleasedProgrammes> {
  const { environment, node: event, base, task } = context
  const access = { principals: principalsOf(context), where: activeOnly(context) }
  const types = typesWith(environment.registry, scheduleBehavior)
  const hits = new Map((await scanAll(context, eventQuery(types, event, access))).map(hit => [hit.uid, hit]))
  const related = await scanAll(context, eventQuery(['Room', 'Presenter'], event, access))
  const nodes = await readNodes(context, [...hits.keys()])
  const next = numbers.includes(null) ? await workingProgramme(context) : new Map()
  const valuesIn = mapInSteps(nodes, node => {
    const hit = hits.get(node.uid)
    const values = numbers.map(number =>
      number === null ? (next.get(node.uid) ?? null) : releasedValues(node, event, number),
    )
    return hit ? [{ hit, values }] : []
  })
  const visible = new Map(related.map(hit => [hit.uid, hit]))
  return { slots: (await inSteps(valuesIn, task)).flat(), presenting: { base, event, visible } }
}

const workingProgramme = async (context: RequestContext): Promise<ReadonlyMap<string, ReleasedValues | null>> =>
  new Map((await publicProgramme(context)).map(({ lineage, values }) => [objectOf(lineage).uid, values]))
