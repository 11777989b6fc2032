import { statfsSync, statSync } from 'node:fs'
import path from 'node:path'
import type { MemoizeSettings } from '@plenum/core/memoize'
import type { ContentStore } from '@plenum/core/ports'
import { shareThroughRedis } from '@plenum/redis-store'
import { upgradeCopies } from '../upgrade/copyBeforeUpgrade.js'
import { fault, notice, type Problem } from './problem.js'

const minFree = 100 * 1024 ** 2

/**
 * Reports a problem if the free space is less than 100 MB or smaller than the database, because restoring a backup,
 * large uploads and the log require space.
 */
export function checkDisk(file: string): readonly Problem[] {
  const { bavail, bsize } = statfsSync(path.dirname(file))
  const [free, databaseSize] = [bavail * bsize, statSync(file, { throwIfNoEntry: false })?.size ?? 0]
  if (free >= Math.max(minFree, databaseSize)) return []
  const sentence = `The disk of ${path.dirname(file)} has ${megabytes(free)} MB left; the database has ${megabytes(databaseSize)} MB.`
  const remedy = 'Free some space: when the disk is full, changes are rejected with 503.'
  return [free < minFree ? fault(sentence, remedy) : notice(sentence, remedy)]
}

const megabytes = (bytes: number): number => Math.floor(bytes / 1024 ** 2)

const day = 24 * 60 * 60 * 1000

/**
 * Reports the database copies that upgrades have left behind, because these copies contain content that has since
 * been deleted.
 */
export const checkUpgradeCopies = (file: string, now: number): readonly Problem[] =>
  upgradeCopies(file).map(({ file: copy, size, createdAt }) =>
    notice(
      `${copy} is a copy made before an upgrade, ${Math.floor((now - createdAt) / day)} days old, ${megabytes(size)} MB.`,
      'Delete it when you no longer need to go back (docs/how-to/upgrade.md): it still holds content that has been deleted since.',
    ),
  )

/** The tolerated clock difference between machines, in milliseconds. */
const tolerance = 60_000

/** Reports content with a modification date in the future, which indicates that the clock has been set back. */
export async function checkClock(content: ContentStore, now: number): Promise<readonly Problem[]> {
  const { after } = await content.read(reader => reader.neighbours('modified', now + tolerance))
  if (after === null) return []
  const [lastChange, clock] = [after, now].map(time => new Date(time).toISOString())
  return [
    fault(
      `The clock says ${clock}, but content was changed later, at ${lastChange}.`,
      'Synchronize the clock of the machine with NTP; until then, new changes get the time of the latest change.',
    ),
  ]
}

/**
 * The maximum clock difference, in milliseconds, that is not reported. Clocks that are synchronized through NTP differ
 * less.
 */
const maxDrift = 5000

/**
 * Reports a problem if the clock of another machine differs from the clock of this machine. `clock` is a time that was
 * read from the other machine between the given local times.
 */
export function checkOtherClock(
  machine: string,
  clock: number,
  { sentAt, receivedAt }: { readonly sentAt: number; readonly receivedAt: number },
): readonly Problem[] {
  const ahead = clock > receivedAt ? clock - receivedAt : Math.min(0, clock - sentAt)
  if (Math.abs(ahead) < maxDrift) return []
  const sentence = `The clock of ${machine} is ${Math.round(Math.abs(ahead) / 1000)} s ${ahead > 0 ? 'ahead of' : 'behind'} the clock of this machine.`
  return [notice(sentence, 'Synchronize the clocks of both machines with NTP; one of them records wrong times.')]
}

/** Reports a problem if the clocks of the database server and this machine differ. */
export async function checkDatabaseClock(content: ContentStore): Promise<readonly Problem[]> {
  const sentAt = Date.now()
  const { clock } = await content.read(reader => reader.facts())
  return clock === null ? [] : checkOtherClock('PostgreSQL', clock, { sentAt, receivedAt: Date.now() })
}

/** Reports a problem if the shared cache does not respond, or if its clock differs from the clock of this machine. */
export async function checkSharedCache(settings: MemoizeSettings): Promise<readonly Problem[]> {
  const { url } = settings
  if (url === null) return []
  const remedy = 'Start it, or correct SHARED_MEMOIZE_URL; meanwhile each process caches for itself.'
  try {
    const { store } = shareThroughRedis({ ...settings, url })
    const sentAt = Date.now()
    const described = await store.describe().finally(() => store.close())
    if (described.kind === 'answered')
      return checkOtherClock('the shared cache', described.clock ?? sentAt, { sentAt, receivedAt: Date.now() })
    return [fault(`The shared cache does not respond: ${described.reason}.`, remedy)]
  } catch (error) {
    return [fault(`SHARED_MEMOIZE_URL: ${error instanceof Error ? error.message : String(error)}`, remedy)]
  }
}
