import type { ProgrammeImportPayload } from '../../answers/programmeImport.js'
import { isEventRootItself } from '../../event/eventRoot.js'
import type { ProgrammeReading, ProgrammeSource } from '../../event/programme.js'
import { badRequest } from '../../foundation/messages.js'
import { permission } from '../../security/permissions.js'
import { exampleUids } from '../admin/examples.js'
import type { Operation } from '../run/operation.js'
import { type RequestContext, urlOfContext } from '../run/requestContext.js'

/** The checks for operations that import a schedule in the browser: only Managers can run them, and only on events. */
const intoEvents = {
  permission: permission.manageSite,
  exists: ({ lineage }: RequestContext): boolean => isEventRootItself(lineage),
} as const

/** `GET {event}/@@import-programme` returns the import form (docs/schedule.md, Import in the browser). */
export const getProgrammeImport: Operation<undefined, ProgrammeImportPayload> = {
  ...intoEvents,
  async run(context) {
    const { environment, reader, lineage } = context
    const examples = await reader.nodes(exampleUids(lineage[0]))
    return {
      answer: {
        '@id': `${urlOfContext(context)}/@@import-programme`,
        is_available: environment.programmes !== undefined,
        examples: examples.length,
      },
    }
  },
}

/**
 * A schedule with the string from which it was read and a digest of this string, or the translated problems in the
 * schedule.
 */
export type DigestedReading =
  | (Extract<ProgrammeReading, { readonly ok: true }> & { readonly digest: string })
  | { readonly ok: false; readonly problems: readonly string[] }

/** Reads a schedule from a file or URL, without changing the site. */
export const readProgramme: Operation<ProgrammeSource, DigestedReading> = {
  ...intoEvents,
  async run({ environment, translate }, source) {
    const { programmes, digest } = environment
    if (!programmes) throw badRequest('import.unavailable')
    return {
      later: async () => {
        const reading = await programmes.read(source)
        if (!reading.ok) return { ok: false, problems: reading.problems.map(translate) }
        return { ...reading, digest: digest(reading.text) }
      },
    }
  },
}
