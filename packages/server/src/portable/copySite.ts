import { Readable } from 'node:stream'
import type { Site, SiteCopy } from '@plenum/core'
import { type Part, type PartCounts, type PartKind, partKinds } from '@plenum/core/ports'
import type { Config } from '../config.js'
import { withProgressOf } from '../showProgress.js'
import { untilInterrupted } from '../stopSignals.js'
import { consume, readCopyFile, writeCopyFile } from './copyFiles.js'
import { readCopy } from './readCopy.js'
import { isServer, makeSiteAt, withSiteAt } from './siteLocations.js'
import { writeCopy } from './writeCopy.js'

export const backupSite = (site: Site, file: string): Promise<PartCounts> =>
  untilInterrupted(`${file} was not written.`, signal =>
    site.backup(copy => withCounts(copy, counted => writeCopyFile(file, writeCopy(counted), signal))),
  )

export function restoreSite(file: string, location: string, config: Config): Promise<PartCounts> {
  const restore = async (signal: AbortSignal): Promise<PartCounts> => {
    // Before tables are created on a database server, the backup is checked for completeness. An embedded database
    // needs no such check, because its file is simply removed if the restore fails.
    if (isServer(location)) await readCopyFile(file, readToEnd, signal)
    return makeSiteAt(location, config, site => readCopyFile(file, pieces => restoreFrom(site, pieces), signal))
  }
  return untilInterrupted(nothingRestored, restore)
}

async function readToEnd(pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const { parts } = await readCopy(pieces)
  for await (const _part of parts);
}

export const nothingRestored = 'Nothing was restored: the target is unchanged.'

/** Copies a site to a different location. The result is the same as if the site had been backed up and restored. */
export const copySite = (from: string, to: string, config: Config): Promise<PartCounts> =>
  untilInterrupted(nothingRestored, signal =>
    withSiteAt(from, config, source =>
      source.backup(copy => makeSiteAt(to, config, site => restoreCopy(site, copy, signal))),
    ),
  )

const restoreCopy = (site: Site, copy: SiteCopy, signal: AbortSignal): Promise<PartCounts> =>
  consume([Readable.from(encoded(writeCopy(copy)))], pieces => restoreFrom(site, pieces), signal)

async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield Buffer.from(text)
}

async function restoreFrom(site: Site, pieces: AsyncIterable<Uint8Array>): Promise<PartCounts> {
  const { header, parts } = await readCopy(pieces)
  return withCounts({ counts: header.counts, parts }, copy => site.restore(copy.parts))
}

/**
 * Runs `task`, and returns the number of parts of each kind that the task has read. Shows the progress on standard
 * error.
 */
async function withCounts(copy: SiteCopy, task: (counted: SiteCopy) => Promise<void>): Promise<PartCounts> {
  const total = Object.values(copy.counts).reduce((sum, count) => sum + count, 0)
  const counts = Object.fromEntries(partKinds.map(kind => [kind, 0])) as Record<PartKind, number>
  async function* counted(): AsyncGenerator<Part> {
    for await (const part of withProgressOf(copy.parts, { unit: 'parts', step: 10_000, total })) {
      counts[part.kind] += 1
      yield part
    }
  }
  await task({ counts: copy.counts, parts: counted() })
  return counts
}

const names: Readonly<Record<PartKind, string>> = {
  file: 'file pieces',
  object: 'objects',
  record: 'workflow records',
  version: 'versions',
  alias: 'old addresses',
  votes: 'poll results',
  voter: 'voters',
  user: 'users',
  portrait: 'portraits',
  group: 'groups',
  formerUser: 'removed users',
  webhook: 'webhooks',
  mail: 'emails',
}

/** Returns counts as a string, for example `12 objects, 3 users`. Counts of zero are omitted. */
export function countsText(counts: PartCounts): string {
  const some = partKinds.filter(kind => counts[kind] > 0)
  return some.map(kind => `${counts[kind]} ${names[kind]}`).join(', ') || 'nothing'
}
