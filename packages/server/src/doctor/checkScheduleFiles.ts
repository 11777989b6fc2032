import {
  anonymous,
  asOwner,
  type InputOf,
  type PublishedProgramme,
  rootPath,
  type Site,
  translateEnglish,
} from '@plenum/core'
import { type OmittedValue, omittedValues } from '@plenum/feeds'
import { notice, type Problem } from './problem.js'

/** The base URL for the addresses in the files, because relative addresses are not valid in schedule files. */
const base = 'https://site.invalid'

const maxExamples = 20
const eventSearch: InputOf<'searchContent'> = {
  parameters: { portal_type: 'Tech Event' },
  batch: { start: 0, size: 1000 },
  metadata: [],
  fullObjects: false,
}

/** Reports values that schedule files omit or shorten (docs/schedule.md, Files for schedule apps, rule 6). */
export async function checkScheduleFiles(site: Site): Promise<readonly Problem[]> {
  const problems: Problem[] = []
  for (const path of await eventPaths(site)) {
    const programme = await programmeAt(site, path)
    const values = programme ? [...omittedValues(programme)] : []
    if (values.length > 0) problems.push(problemOf(path, values))
  }
  return problems
}

async function eventPaths(site: Site): Promise<readonly string[]> {
  const { items } = await asOwner(site, 'searchContent', eventSearch)
  return [rootPath, ...items.map(item => String(item['@id']))]
}

/** Returns the schedule that visitors see, or null if the object is not an event or cannot be read. */
async function programmeAt(site: Site, path: string): Promise<PublishedProgramme | null> {
  try {
    const input = () => ({ day: null, room: null, forApps: true })
    return await site.run('getProgramme', { path, caller: anonymous, base, translate: translateEnglish, input })
  } catch {
    return null
  }
}

function problemOf(path: string, values: readonly OmittedValue[]): Problem {
  const lines = values
    .slice(0, maxExamples)
    .map(({ kind, value, url }) => `${url.slice(base.length) || rootPath} (${kind}: ${value})`)
  const more = values.length > lines.length ? [`and ${values.length - lines.length} more`] : []
  return notice(
    [
      `The files of the event ${path} for schedule apps omit or shorten ${values.length} values.`,
      ...[...lines, ...more].map(line => `    ${line}`),
    ].join('\n'),
    'Use colors such as #2b6cb0, addresses that begin with http or https, durations below 100 hours, and a time zone such as Europe/Lisbon.',
  )
}
