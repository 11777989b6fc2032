import { createSemaphore, type Message, message, type ProgrammeReader, type ProgrammeReading } from '@plenum/core'
import { openThreads } from '@plenum/platform'
import { fetchSchedule } from '../imports/fetchSchedule.js'
import { StartError } from '../startError.js'
import { type Fault, faultMessage, timezoneOption } from './fault.js'
import type { LimitedReading, ProgrammeFile } from './programmeWorker.js'

const limits = { milliseconds: 30_000, heapMiB: 512 }

/**
 * Opens the reader for schedules that users import in the browser. Files are parsed one after another in another
 * thread, which ends when it is idle or when a file exceeds a limit. URLs must point to a public address.
 */
export function openProgrammeReader(): ProgrammeReader {
  const threads = openThreads<ProgrammeFile, LimitedReading>(
    new URL('../../dist/programme/programmeWorker.js', import.meta.url),
    1,
    limits,
  )
  const queue = createSemaphore({ count: 1, maxWaiting: 4 })
  return {
    async read({ timezone, ...source }) {
      const release = await queue.wait().permit
      try {
        const { text, etag } = 'url' in source ? await fetchText(source.url) : { text: source.text, etag: null }
        const file = { text, ...(timezone === undefined ? {} : { timezone }) }
        const reading = await threads.run(file).catch(nullAtLimit)
        if (reading === null) return refused([faultMessage({ place: '', problem: message('programme.costly') })])
        return reading.ok ? { ...reading, text, etag } : refused(reading.faults.map(problemInForm), reading.more)
      } catch (error) {
        if (error instanceof StartError) return refused([problemOf(error)])
        throw error
      } finally {
        release()
      }
    },
  }
}

/** Returns null if the error means that a file exceeded a limit. Throws all other errors. */
function nullAtLimit(error: unknown): null {
  const isTime = error instanceof Error && error.name === 'AbortError'
  const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
  if (isTime || isMemory) return null
  throw error
}

/**
 * Returns the message for a fault. If the fault concerns the time zone, the message names the field of the form instead
 * of the command-line option.
 */
const problemInForm = ({ place, problem }: Fault): Message =>
  faultMessage({
    place: place === timezoneOption ? message('programme.zone-field') : place,
    problem: problem.id === 'programme.no-zone' ? message('programme.no-zone-in-form') : problem,
  })

/** Returns the message for a URL that was rejected. */
const problemOf = ({ cause, message: text }: StartError): Message => (isMessage(cause) ? cause : { id: text })

const isMessage = (value: unknown): value is Message => typeof value === 'object' && value !== null && 'id' in value

const refused = (problems: readonly Message[], more = 0): ProgrammeReading => ({
  ok: false,
  problems: [...problems, ...(more > 0 ? [message('programme.more', { count: more })] : [])],
})

async function fetchText(url: string): Promise<{ readonly text: string; readonly etag: string | null }> {
  const fetched = await fetchSchedule({ url, etag: null, allowPrivate: false })
  if (fetched === null) throw new Error('A request without an ETag was answered with 304.')
  return fetched
}
