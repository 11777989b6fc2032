/**
 * Moves the entries below `## Unreleased` to a section for the version (https://keepachangelog.com). Throws an Error if
 * there are no entries, or if the version already has a section.
 */
export function releaseChangelog(text, version, date) {
  const [, entries] = /^## Unreleased\n(.*?)(?=^## |$(?![\s\S]))/ms.exec(text) ?? []
  if (entries === undefined) throw new Error('CHANGELOG.md has no section “## Unreleased”.')
  if (entries.trim() === '') throw new Error('CHANGELOG.md: the section “## Unreleased” is empty.')
  if (text.includes(`\n## ${version} `)) throw new Error(`CHANGELOG.md already has a section for ${version}.`)
  return text.replace('## Unreleased\n', () => `## Unreleased\n\n## ${version} - ${date}\n`)
}
