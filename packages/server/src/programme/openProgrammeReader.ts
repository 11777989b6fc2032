import { createSemaphore, type ProgrammeReader, type ProgrammeReading } from '@plenum/core'
import { OutboundError, openThreads } from '@plenum/platform'
import { fetchSchedule } from '../imports/fetchSchedule.js'
import { StartError } from '../startError.js'
import type { ProgrammeFile } from './programmeWorker.js'
import type { ScheduleFileReading } from './readScheduleFile.js'

/** The maximum number of reported problems, because one systematic mistake may cause thousands of problems. */
const maxProblems = 50

/**
 * Opens the reader for schedules that users import in the browser. Files are parsed one after another in another
 * thread, which ends when it is idle. URLs must lead to a public address.
 */
export function openProgrammeReader(): ProgrammeReader {
  const threads = openThreads<ProgrammeFile, ScheduleFileReading>(
    new URL('../../dist/programme/programmeWorker.js', import.meta.url),
    1,
  )
  const queue = createSemaphore({ count: 1, maxWaiting: 4 })
  return {
    async read({ timezone, ...source }) {
      const release = await queue.wait().permit
      try {
        const { text, etag } = 'url' in source ? await fetchText(source.url) : { text: source.text, etag: null }
        const reading = await threads.run({ text, ...(timezone === undefined ? {} : { timezone }) })
        return reading.ok ? { ...reading, text, etag } : refused(reading.faults.map(lineOf))
      } catch (error) {
        if (error instanceof StartError) return refused([problemOf(error)])
        throw error
      } finally {
        release()
      }
    },
  }
}

const lineOf = ({ place, message }: { readonly place: string; readonly message: string }) => `${place}: ${message}`

/**
 * Returns the message for a refused URL, without the hint about a command-line option, which does not apply in the
 * browser.
 */
const problemOf = ({ message, cause }: StartError): string =>
  cause instanceof OutboundError ? `The file cannot be fetched: ${cause.message}.` : message

function refused(problems: readonly string[]): ProgrammeReading {
  const more = problems.length - maxProblems
  return { ok: false, problems: [...problems.slice(0, maxProblems), ...(more > 0 ? [`and ${more} more`] : [])] }
}

async function fetchText(url: string): Promise<{ readonly text: string; readonly etag: string | null }> {
  const fetched = await fetchSchedule({ url, etag: null, allowPrivate: false })
  if (fetched === null) throw new Error('A request without an ETag was answered with 304.')
  return fetched
}
