import { randomBytes } from 'node:crypto'
import type { OutgoingSite, Site } from '@plenum/core'
import { type ExportNote, type ExportNoteKind, ploneExport } from '@plenum/plone-exchange'
import { withProgressOf } from '../showProgress.js'
import { StartError } from '../startError.js'
import { untilInterrupted } from '../stopSignals.js'
import { writeFolder } from './exportFolder.js'

export function exportPlone(site: Site, folder: string, siteId: string) {
  if (!/^[a-zA-Z][\w.-]*$/.test(siteId))
    throw new StartError(
      `"${siteId}" is not a valid id of a Plone site: use letters, digits, _, . and -, starting with a letter.`,
    )
  return untilInterrupted(`${folder} was not written.`, signal =>
    site.exportContent(async outgoing => {
      const exporting = ploneExport(withProgress(outgoing), { siteId, unusableHash })
      await writeFolder(folder, exporting.files(), signal)
      return { counts: exporting.counts(), notes: exporting.notes() }
    }),
  )
}

/** Returns a salted digest in Plone's format that matches no password. */
const unusableHash = (): string => `{SSHA}${randomBytes(32).toString('base64')}`

const withProgress = (site: OutgoingSite): OutgoingSite => ({
  ...site,
  objects: () => withProgressOf(site.objects(), { unit: 'objects', step: 1000, total: site.counts.object }),
})

const sentences: Readonly<Record<ExportNoteKind, string>> = {
  password: 'Members who must request a new password, because Plone cannot verify their current one.',
  'no-email': 'Members whom Plone will skip because they have no email address.',
  'reserved-id': 'Content whose short name Plone does not accept; rename it first.',
  'unknown-type': 'Types that Plone with the three add-ons lacks; add them before the import.',
  'unknown-workflow': 'Workflows that Plone with the three add-ons lacks; add them before the import.',
  'no-container': 'Content inside objects that are not containers in Plone, which will skip it.',
  'not-exported': 'Data that a Plone export cannot represent.',
}

export const noteLines = (notes: readonly ExportNote[]): readonly string[] =>
  (Object.keys(sentences) as ExportNoteKind[]).flatMap(kind => {
    const own = notes.filter(note => note.kind === kind)
    return own.length === 0 ? [] : [sentences[kind], ...own.map(({ text }) => `  ${text}`)]
  })
