import { defineOperation, type Member } from '@plenum/core'
import { freshDatabases } from '@plenum/testkit'
import pg from 'pg'
import { type OpenSite, openSite } from './openSite.js'

const ana: Member = { kind: 'member', id: 'ana', fullname: 'Ana', roles: ['Manager'], groups: [] }
const fresh = freshDatabases(afterAll)
const opened: OpenSite[] = []

afterEach(async () => {
  for (const site of opened.splice(0)) await site.close()
})

async function open(database: string): Promise<OpenSite> {
  const site = await openSite({ database, title: 'Garden Days' })
  opened.push(site)
  return site
}

describe('openSite with a PostgreSQL database', () => {
  it('creates one site, even if two processes open the database at the same time', async () => {
    const url = await fresh()
    const [one, two] = await Promise.all([open(url), open(url)])
    await one.as(ana).content.create('/', { '@type': 'Document', title: 'Compost' })
    expect((await two.as(ana).content.get('/')).items?.map(({ title }) => title)).toEqual(['Compost'])
  })

  it('refuses a database of another version without naming the password', async () => {
    const url = await fresh()
    await (await open(url)).close()
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query('UPDATE schema_version SET version = version - 1')
    await client.end()
    const { password, pathname } = new URL(url)
    const error = await open(url).catch((reason: Error) => reason.message)
    expect(error).toContain(`The PostgreSQL database ${pathname.slice(1)} has schema version`)
    expect(error).toContain('`upgrade: true`')
    if (password) expect(error).not.toContain(password)
  })

  it('runs own operations of two processes one after the other, so that no change is lost', async () => {
    const append = defineOperation({
      summary: 'Appends to the title',
      permission: 'Modify portal content',
      input: { type: 'object', required: ['suffix'], properties: { suffix: { type: 'string' } } },
      decide: ({ object }, { suffix }: { readonly suffix: string }) => ({
        answer: null,
        change: { update: { title: `${object.fields.title}${suffix}` } },
      }),
    })
    const extensions = { operations: { pages: { append } } }
    const database = await fresh()
    const sites = [await openSite({ database, extensions }), await openSite({ database, extensions })]
    opened.push(...sites)
    const [one] = sites
    const { path } = (await one?.as(ana).content.create('/', { '@type': 'Document', title: 'T' })) ?? { path: '' }
    await Promise.all(sites.flatMap(site => ['a', 'b'].map(suffix => site.as(ana).pages.append(path, { suffix }))))
    expect((await one?.as(ana).content.get(path))?.title).toHaveLength(5)
  })
})
