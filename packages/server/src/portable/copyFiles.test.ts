import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { anonymous, asOwner, createSite, memoryStore, type Site, translateEnglish } from '@plenum/core'
import { type Part, partKinds } from '@plenum/core/ports'
import { createNodePlatform } from '@plenum/platform'
import { populate, runsOf, type Stores, testMember, textOfPart } from '@plenum/testkit'
import fc from 'fast-check'
import { openDatabase } from '../database.js'
import { readCopyFile, writeCopyFile } from './copyFiles.js'
import { readCopy } from './readCopy.js'
import { writeCopy } from './writeCopy.js'

const folder = mkdtempSync(path.join(tmpdir(), 'plenum-copies-'))
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0
const newFile = () => path.join(folder, `${files++}.plenum`)
const filesBeside = (file: string) => readdirSync(folder).filter(name => name.startsWith(path.basename(file)))
const { signal } = new AbortController()

const siteOn = (stores: Stores): Site => createSite(createNodePlatform(stores))
const write = (site: Site, file: string) => site.backup(copy => writeCopyFile(file, writeCopy(copy), signal))
const restore = (site: Site, file: string) =>
  readCopyFile(file, async pieces => site.restore((await readCopy(pieces)).parts), signal)

async function partsOf(site: Site): Promise<readonly string[]> {
  const parts: Part[] = []
  await site.backup(async copy => {
    for await (const part of copy.parts) parts.push(part)
  })
  return parts.map(textOfPart).sort()
}

async function populatedCopy(): Promise<{ readonly file: string; readonly text: string; readonly site: Site }> {
  const stores = memoryStore()
  await populate(stores)
  const site = siteOn(stores)
  const file = newFile()
  await write(site, file)
  return { file, text: gunzipSync(readFileSync(file)).toString(), site }
}

const stores: readonly [string, () => Stores][] = [
  ['memory', memoryStore],
  ['SQLite', () => openDatabase(newFile())],
]

describe.each(stores)('a backup restored in %s', (_, open) => {
  it('preserves content of every kind', async () => {
    const { file, site } = await populatedCopy()
    const target = open()
    await restore(siteOn(target), file)
    // A restore sets two fields of the root: the form of the catalog, and the pause of emails.
    expect(await partsOf(siteOn(target))).toEqual(
      (await partsOf(site)).map(text =>
        text.replace('"fields":{"title":"/"}', '"fields":{"catalog_form":5,"mails_paused":true,"title":"/"}'),
      ),
    )
    await target.close()
  })

  it('may have version 2 of the format, whose webhooks are paused and have no secret', async () => {
    const target = open()
    const site = siteOn(target)
    await restore(site, path.join(__dirname, 'fixtures/version2.plenum'))
    const [webhook] = await target.webhooks.webhooks()
    expect(webhook).toMatchObject({ title: 'Build', isPaused: true, secrets: [], position: null })
    const id = webhook?.id ?? ''
    const resume = () => asOwner(site, 'editWebhook', { id, body: { paused: false } })
    await expect(resume()).rejects.toMatchObject({ reason: { id: 'webhook.no-secret' } })
    await asOwner(site, 'rotateWebhook', { id })
    await resume()
    expect(await asOwner(site, 'getWebhook', { id })).toMatchObject({ paused: false, secret: 'whsec_********' })
  })

  it('may have version 3 of the format, whose emails wait until the outbox is resumed', async () => {
    const target = open()
    const site = siteOn(target)
    await restore(site, path.join(__dirname, 'fixtures/version3.plenum'))
    const listed = await asOwner(site, 'listMails', { state: undefined, batch: { start: 0, size: 9 } })
    expect(listed).toMatchObject({ paused: true, counts: { waiting: 1, sent: 1 } })
    expect(listed.items.map(({ id, state }) => `${id} ${state}`)).toEqual(['second waiting', 'first sent'])
    await asOwner(site, 'pauseMails', { paused: false })
    expect(await target.mails.dueMail(Date.now())).toMatchObject({ id: 'second', release: 2, sessions: ['a', 'b'] })
  })

  it('may have version 1 of the format', async () => {
    const target = open()
    const site = siteOn(target)
    await restore(site, path.join(__dirname, 'fixtures/version1.plenum'))
    const counts = await site.backup(async copy => copy.counts)
    expect(partKinds.map(kind => counts[kind])).toEqual([1, 5, 6, 3, 2, 1, 3, 6, 1, 1, 1, 0, 0])
    const requestDefaults = { base: '', translate: translateEnglish, caller: anonymous }
    const input = () => ({ batch: { start: 0, size: 9 }, metadata: [], fullObjects: false, withItems: true })
    const { content } = await site.run('getContent', { ...requestDefaults, path: '/garden/compost', input })
    expect(content).toMatchObject({ title: 'Compost', description: 'All of it', review_state: 'published' })
    const results = { ...requestDefaults, caller: testMember('max'), path: '/poll', input: () => undefined }
    expect((await site.run('getPoll', results)).payload).toMatchObject({ total_votes: 3 })
    expect(await target.users.hadUser('rex')).toBe(true)
    await expect(site.run('getContent', { ...requestDefaults, path: '/list', input })).rejects.toMatchObject({
      code: 'moved',
    })
    await target.close()
  })
})

describe('a backup file', () => {
  it('is readable only by its owner, and replaces no other file', async () => {
    const { file, site } = await populatedCopy()
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await expect(write(site, file)).rejects.toThrow(`${file} already exists`)
    expect(filesBeside(file)).toEqual([path.basename(file)])
  })

  it('does not exist if it could not be completed', async () => {
    const file = newFile()
    async function* broken() {
      yield 'a line\n'
      throw new Error('the database is gone')
    }
    await expect(writeCopyFile(file, broken(), signal)).rejects.toThrow('the database is gone')
    expect(filesBeside(file)).toEqual([])
    const { site, file: existing } = await populatedCopy()
    await expect(write(site, `${folder}/none/a`)).rejects.toThrow('cannot be written (ENOENT)')
    await expect(write(site, `${existing}/a`)).rejects.toThrow(`${existing}/a cannot be written (ENOTDIR)`)
  })

  it('is written once and complete if two programs write to the same name', async () => {
    const { site } = await populatedCopy()
    for (let attempt = 0; attempt < 5; attempt++) {
      const file = newFile()
      const ends = await Promise.allSettled([write(site, file), write(site, file), write(site, file)])
      expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const end of ends)
        if (end.status === 'rejected')
          expect(end.reason).toMatchObject({ message: expect.stringContaining('already exists') })
      expect(filesBeside(file)).toEqual([path.basename(file)])
      await restore(siteOn(memoryStore()), file)
    }
  })

  it('replaces no file that another program creates in the meantime', async () => {
    const file = newFile()
    async function* overtaken() {
      yield 'a line\n'
      writeFileSync(file, 'of another')
    }
    await expect(writeCopyFile(file, overtaken(), signal)).rejects.toThrow('already exists')
    expect(readFileSync(file, 'utf8')).toBe('of another')
    expect(filesBeside(file)).toEqual([path.basename(file)])
  })

  const isEmpty = async (site: Site): Promise<boolean> => (await partsOf(site)).length === 0

  async function faultOf(bytes: Uint8Array): Promise<string> {
    const [file, target] = [newFile(), siteOn(memoryStore())]
    writeFileSync(file, bytes)
    const fault = await restore(target, file).then(
      () => 'none',
      (error: Error) => error.message.replace(file, 'It'),
    )
    expect([fault, await isEmpty(target)]).toEqual([fault, fault !== 'none'])
    return fault
  }

  it.each<[string, (text: string) => string, string]>([
    [
      'a changed value',
      text => text.replace('Why', 'Who'),
      'It was modified: the digest of the parts of version does not match',
    ],
    [
      'a changed name of a voter',
      text => text.replace('mémber 1"', 'mémber X"'),
      'It was modified: the digest of the parts of voter',
    ],
    ['a missing part', text => text.replace(/^\{"kind":"user".*\n/m, ''), 'It has 1 parts of user instead of 2.'],
    [
      'a duplicate part',
      text => text.replace(/^\{"kind":"group".*\n/m, '$&$&'),
      'It has 3 parts of group instead of 2.',
    ],
    [
      'another header',
      text => text.replace('"made":"2', '"made":"3'),
      'It was modified: the digest of the parts of all does not match',
    ],
    [
      'a part of another kind',
      text => text.replace('{"kind":"user"', '{"kind":"file"'),
      'It has a part of the kind file in the wrong place',
    ],
    ['a malformed part', text => text.replace('"position":', '"place":'), "must have required property 'position'."],
    ['no end', text => text.slice(0, text.lastIndexOf('{"end":"all"')), 'It is not complete: its end is missing.'],
    [
      'a premature end',
      text => text.replace(/^\{"end":"group"/m, '{"end":"all"'),
      'It ends with parts of all where parts of group',
    ],
    ['half a line', text => text.slice(0, -10), 'It ends in the middle of a line.'],
    ['data after its end', text => `${text}{}\n`, 'It continues after its end.'],
    ['no JSON', text => text.replace('{"kind"', '{kind'), 'It has a line that is not JSON.'],
    [
      'a newer format',
      text => text.replace('"version":3', '"version":4'),
      'It was written by a newer version of Plenum',
    ],
    ['nothing', () => '', 'It is not a Plenum backup.'],
    ['foreign data', () => '{"polls":[]}\n', 'It is not a Plenum backup.'],
  ])('with %s is refused, and nothing is restored', async (_, alter, fault) => {
    const { text } = await populatedCopy()
    expect(alter(text)).not.toBe(text)
    expect(await faultOf(gzipSync(alter(text)))).toContain(fault)
  })

  it('that is truncated or modified anywhere is refused, or restored as the original', async () => {
    const bytes = readFileSync(path.join(__dirname, 'fixtures/version1.plenum'))
    const place = fc.nat({ max: bytes.length - 1 })
    await fc.assert(
      fc.asyncProperty(place, fc.integer({ min: 1, max: 255 }), async (at, by) => {
        const altered = Buffer.from(bytes)
        altered[at] = (altered[at] ?? 0) ^ by
        // Some bits of gzip data do not affect the contents: the time, the operating system, and the padding of the
        // last byte.
        if ((await faultOf(altered)) === 'none') expect(gunzipSync(altered)).toEqual(gunzipSync(bytes))
        expect(await faultOf(bytes.subarray(0, at))).toMatch(/^It is (not complete|damaged|not a Plenum backup)/)
      }),
      { numRuns: runsOf(300) },
    )
    expect(await faultOf(Buffer.concat([bytes, Buffer.from('more')]))).toMatch(/^It (is damaged|continues)/)
    expect(await faultOf(Buffer.concat([bytes, Buffer.alloc(9)]))).toMatch(/^It (is damaged|continues)/)
  })
})
