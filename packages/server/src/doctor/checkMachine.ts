import { statfsSync, statSync } from 'node:fs'
import path from 'node:path'
import type { MemoizeSettings } from '@plenum/core/memoize'
import type { ContentStore } from '@plenum/core/ports'
import { shareThroughRedis } from '@plenum/redis-store'
import { upgradeCopies } from '../upgrade/copyBeforeUpgrade.js'
import { fault, notice, type Problem } from './problem.js'

const least = 100 * 1024 ** 2

/** Requires free space of the size of the database, for a restore, large uploads and the log. */
export function checkDisk(file: string): readonly Problem[] {
  const { bavail, bsize } = statfsSync(path.dirname(file))
  const [free, used] = [bavail * bsize, statSync(file, { throwIfNoEntry: false })?.size ?? 0]
  if (free >= Math.max(least, used)) return []
  const told = `The disk of ${path.dirname(file)} has ${megabytes(free)} MB left; the database has ${megabytes(used)} MB.`
  const remedy = 'Free some space: when the disk is full, changes are rejected with 503.'
  return [free < least ? fault(told, remedy) : notice(told, remedy)]
}

const megabytes = (bytes: number): number => Math.floor(bytes / 1024 ** 2)

const day = 24 * 60 * 60 * 1000

/** Reports copies that upgrades left beside a database: they contain content that was deleted since. */
export function checkUpgradeCopies(file: string, now: number): readonly Problem[] {
  return upgradeCopies(file).map(({ file: copy, size, made }) =>
    notice(
      `${copy} is a copy made before an upgrade, ${Math.floor((now - made) / day)} days old, ${megabytes(size)} MB.`,
      'Delete it when you no longer need to go back (docs/upgrade.md): it still holds content that has been deleted since.',
    ),
  )
}

/** Tolerated difference between the clocks of machines, in milliseconds. */
const tolerated = 60_000

/** Content with a modification date in the future means that the clock has been set back. */
export async function checkClock(content: ContentStore, now: number): Promise<readonly Problem[]> {
  const { after } = await content.read(reader => reader.neighbours('modified', now + tolerated))
  if (after === null) return []
  const [told, clock] = [after, now].map(time => new Date(time).toISOString())
  return [
    fault(
      `The clock says ${clock}, but content was changed later, at ${told}.`,
      'Synchronize the clock of the machine with NTP; until then, new changes get the time of the latest change.',
    ),
  ]
}

/** A difference in milliseconds that NTP would correct. */
const drifted = 5000

/** Compares a clock with this machine's: `clock` was read between the two local times. */
export function checkOtherClock(
  whose: string,
  clock: number,
  { asked, answered }: { readonly asked: number; readonly answered: number },
): readonly Problem[] {
  const ahead = clock > answered ? clock - answered : Math.min(0, clock - asked)
  if (Math.abs(ahead) < drifted) return []
  const told = `The clock of ${whose} is ${Math.round(Math.abs(ahead) / 1000)} s ${ahead > 0 ? 'ahead of' : 'behind'} the clock of this machine.`
  return [notice(told, 'Synchronize the clocks of both machines with NTP; one of them records wrong times.')]
}

/** Compares the clock of the database server, which may be another machine. */
export async function checkDatabaseClock(content: ContentStore): Promise<readonly Problem[]> {
  const asked = Date.now()
  const { clock } = await content.read(reader => reader.facts())
  return clock === null ? [] : checkOtherClock('PostgreSQL', clock, { asked, answered: Date.now() })
}

/** Checks that the shared cache answers and that its clock agrees. */
export async function checkSharedCache(settings: MemoizeSettings): Promise<readonly Problem[]> {
  const { url } = settings
  if (url === null) return []
  const remedy = 'Start it, or correct SHARED_MEMOIZE_URL; meanwhile each process caches for itself.'
  try {
    const { store } = shareThroughRedis({ ...settings, url })
    const asked = Date.now()
    const described = await store.describe().finally(() => store.close())
    if (described.kind === 'answered')
      return checkOtherClock('the shared cache', described.clock ?? asked, { asked, answered: Date.now() })
    return [fault(`The shared cache does not respond: ${described.reason}.`, remedy)]
  } catch (error) {
    return [fault(`SHARED_MEMOIZE_URL: ${error instanceof Error ? error.message : String(error)}`, remedy)]
  }
}
