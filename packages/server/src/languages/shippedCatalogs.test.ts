import {
  anonymous,
  asOwner,
  type Catalog,
  componentNames,
  english,
  type InputOf,
  type Message,
  type OperationName,
  translateEnglish,
} from '@plenum/core'
import { shippedWorkflows } from '@plenum/core/workflow'
import { createTestSite, testBase, testMember } from '@plenum/testkit'
import { shippedCatalogs } from './loadCatalogs.js'

const languagesOfTheWorld = /(?:Supported|Available)ContentLanguages$/

async function idsSent(): Promise<ReadonlySet<string>> {
  const { site } = await createTestSite()
  const ids = new Set(Object.keys(english))
  const note = (message: Message): string => {
    ids.add(message.id)
    for (const value of Object.values(message.values ?? {})) if (typeof value === 'object') note(value)
    return translateEnglish(message)
  }
  const run = <N extends OperationName>(name: N, path: string, input: InputOf<N>) =>
    site.run(name, { path, input: () => input, caller: testMember('max'), base: testBase, translate: note })

  for (const { title, states, transitions } of shippedWorkflows)
    for (const titled of [{ title }, ...states, ...transitions]) note({ id: titled.title })
  const listing = { batch: { start: 0, size: 0 }, metadata: [], fullObjects: false }
  await run('searchContent', '/', { ...listing, parameters: { Type: 'any title is compared to that of every type' } })
  for (const { title } of await run('listVocabularies', '/', undefined))
    if (!languagesOfTheWorld.test(String(title))) await run('getVocabulary', '/', { name: String(title), batch: null })
  for (const { id } of await asOwner(site, 'listTypes')) await run('getTypeSchema', '/', { type: id, field: null })
  await run('getQuerystring', '/', undefined)
  await run('getSharing', '/', { search: '' })
  await run('releaseSchedule', '/', { name: 'One' })
  await run('getHistory', '/', { start: 0, size: null })
  await run('listRoles', '/', undefined)
  for (const panel of await run('listControlPanels', '/', undefined))
    await run('getControlPanel', '/', { name: String(panel['@id']).replace(/.*\//, '') })
  for (const form of [null, 'registration']) await run('getUserSchema', '/', { form })
  await run('getUserForm', '/', { id: 'max', profile: null, password: null })
  await run('getInvitation', '/', { sent: null })
  await run('getNewGroupForm', '/', { sent: null })
  await run('getGroupForm', '/', { id: 'Reviewers', search: '', sent: null })
  await run('addContent', '/', { '@type': 'Document', id: 'page', title: 'Page' })
  await run('editContent', '/page', { body: { title: 'Leaf' }, representation: false })
  await run('revertVersion', '/page', { version: 0 })
  await run('getHistory', '/page', { start: 0, size: null })
  for (const name of componentNames) await run('getComponent', '/page', { name, parameters: {} })
  await run('editControlPanel', '/', { name: 'security', body: { enable_self_reg: true } })
  const visitor = { caller: anonymous, base: testBase, translate: note }
  await site.run('getComponent', { path: '/', input: () => ({ name: 'actions', parameters: {} }), ...visitor })
  await run('deleteContent', '/page', undefined)
  for (const { id } of (await run('listUsers', '/', { limit: 100 })).items)
    if (id !== 'max') await run('removeUser', '/', { id })
  // Only titles and descriptions are checked, because the other strings in the form include language names, which are
  // not in the catalogs.
  const setup = { path: '/', input: () => ({ sent: null }), caller: testMember('max'), base: testBase }
  const { form } = await site.run('getSetup', { ...setup, translate: translateEnglish })
  for (const { title, description } of form.sections.flatMap(({ controls }) => controls))
    for (const id of [title, description].filter(Boolean)) note({ id })
  return ids
}

const sorted = (ids: Iterable<string>): readonly string[] => [...ids].sort()
const catalogs: readonly [tag: string, catalog: Catalog][] = Object.entries(shippedCatalogs())

describe('the built-in languages', () => {
  it('are German, Spanish and Brazilian Portuguese at least', () => {
    expect(catalogs.map(([tag]) => tag)).toEqual(expect.arrayContaining(['de', 'es', 'pt-BR']))
  })

  describe.each(catalogs)('%s', (_tag, catalog) => {
    it('translates every text of a site, and nothing else', async () => {
      const sent = await idsSent()
      expect(sorted(Object.keys(catalog))).toEqual(sorted(sent))
    })

    it('punctuates its sentences as English does', () => {
      const endOf = (text: string) => /[.:}\]]$/.exec(text)?.[0]
      for (const [id, text] of Object.entries(english))
        expect([id, endOf(catalog[id] ?? '')]).toEqual([id, endOf(text)])
    })
  })
})
