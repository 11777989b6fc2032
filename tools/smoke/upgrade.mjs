import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { installPackages, manifestOf } from './packages.mjs'
import { previousRelease } from './previous.mjs'
import { addPage, command, expectPages, postgresSite, served, sqliteSite } from './sites.mjs'

/**
 * Follows docs/how-to/upgrade.md with the packed packages: upgrades a site from the previous release, and rolls back.
 * The previous release must then serve the content from before the upgrade. Later content is lost.
 */
export async function checkUpgrade(place, program) {
  const tarballs = await previousRelease(manifestOf(program, 'server').version)
  if (tarballs === null) return 'skipped, because there is no previous release'
  const previous = path.join(place, 'previous')
  mkdirSync(previous)
  await installPackages(tarballs, previous)
  const outcomes = []
  for (const [name, open] of Object.entries({ SQLite: sqliteSite, PostgreSQL: postgresSite })) {
    const site = await open(path.join(place, `upgrade-${name}`))
    try {
      outcomes.push(`${name}: ${await upgradeAndBack(site, { previous, program })}`)
    } finally {
      await site.close()
    }
  }
  return outcomes.join('; ')
}

async function upgradeAndBack(site, { previous, program }) {
  await served(previous, { ...site.env, EMPTY_SITE: '1' }, url => addPage(url, 'before'))
  await site.keep()
  const upgraded = await command(program, site.env, 'upgrade')
  await served(program, site.env, async url => {
    await expectPages(url, { before: 200 })
    await addPage(url, 'after')
  })
  const doctor = await command(program, site.env, 'doctor', '--deep')
  if (doctor.includes('Fault')) throw new Error(doctor)
  // If the schema version did not change, SQLite needs no copy, and the previous release continues with the same
  // database.
  const isRestored = await site.goBack()
  await served(previous, site.env, async url => {
    await expectPages(url, { before: 200, after: isRestored ? 404 : 200 })
    await addPage(url, 'later')
  })
  return upgraded.trim().split('\n').at(-1)
}
