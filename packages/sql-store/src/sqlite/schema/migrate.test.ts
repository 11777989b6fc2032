import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Principals, readWholeFile } from '@plenum/core/ports'
import { buildEntry, buildFile, buildNode } from '@plenum/testkit'
import Database from 'libsql'
import { addVersions } from '../../shared/change/addVersions.js'
import { storedVersion, versionMetas } from '../../shared/content/contentReader.js'
import { filePiece } from '../../shared/content/filePieces.js'
import { findAliases, resolveAlias } from '../../shared/content/readAliases.js'
import { accountIn, endedLoginsOf } from '../../shared/people/endedLogins.js'
import { catalogReader } from '../../shared/search/catalogReader.js'
import { createKinds } from '../../shared/search/planQuery.js'
import { sql } from '../../shared/sql.js'
import { castBallots } from '../ballots/castBallots.js'
import { ballotReader } from '../ballots/readBallots.js'
import { connect } from '../connection.js'
import { searchReads } from '../search/search.js'
import { fileReferences } from './fileReferences.js'
import { isCurrent, migrate } from './migrate.js'
import { endedLoginTable, migrations } from './migrations.js'

const folder = mkdtempSync(join(tmpdir(), 'plenum-migrate-'))
const file = join(folder, 'database')
const open = () => connect(new Database(file))

afterEach(() => {
  for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true })
})

afterAll(() => rmSync(folder, { recursive: true }))

const version = { time: 7, actor: 'anna', comments: '' }
const steps = ['CREATE TABLE a (x); INSERT INTO a VALUES (1);', 'ALTER TABLE a ADD y; UPDATE a SET y = x + 1;']

describe('a database', () => {
  it('is migrated to the latest version, step by step, and preserves its content', () => {
    migrate(open(), steps.slice(0, 1))
    open().exec('INSERT INTO a VALUES (5)')
    migrate(open(), steps)
    expect(open().rows(sql`SELECT x, y FROM a ORDER BY x`)).toEqual([
      { x: 1, y: 2 },
      { x: 5, y: 6 },
    ])
    expect(open().rows(sql`PRAGMA user_version`)).toEqual([{ user_version: 2 }])
  })

  it('records the program that migrated it, until a newer one migrates it further', () => {
    const connection = open()
    migrate(connection)
    expect(isCurrent(connection)).toBe(true)
    migrate(open(), [...migrations, 'CREATE TABLE later (x)'])
    expect(isCurrent(connection)).toBe(false)
  })

  it('preserves ended logins, each in a separate row', async () => {
    migrate(open(), migrations.slice(0, migrations.indexOf(endedLoginTable)))
    open().exec(`
      INSERT INTO user (id, folded_id, folded_fullname, folded_email, doc, ended_logins) VALUES
        ('anna', '', '', '', '{}', '{"before":3,"until":{"a":1700000000123,"b":7}}'), ('bo', '', '', '', '{}', '')`)
    const old = await endedLoginsOf(open(), open().rows(sql`SELECT id, ended_logins AS ended FROM user`))
    migrate(open())
    const now = await endedLoginsOf(open(), open().rows(sql`SELECT id, ended_logins AS ended FROM user`))
    expect(now).toEqual(old)
    expect(now.get('anna')).toEqual({ before: 3, until: { a: 1_700_000_000_123, b: 7 } })
    const hasEnded = async (id: string, issued: number) => (await accountIn(open(), 'anna', { id, issued }))?.hasEnded
    expect(await Promise.all([hasEnded('a', 9), hasEnded('c', 3), hasEnded('c', 4)])).toEqual([true, true, false])
  })

  it('without versions preserves its content, and can then save versions', async () => {
    migrate(open(), migrations.slice(0, 1))
    open().exec(`
      INSERT INTO access (id, holders) VALUES (1, '[]');
      INSERT INTO node (seq, uid, path, depth, position, type, revision, modified, access_id)
        VALUES (1, 'u', '/', 0, 0, 'Document', 0, 5, 1);
      INSERT INTO node_doc (seq, doc) VALUES (1, '{"fields":{"title":"T"}}');`)
    const connection = open()
    migrate(connection)
    const update = { node: buildNode('/', { uid: 'u' }), entry: buildEntry(), version }
    await addVersions(connection, { updates: [update] }, { isOver: () => false, next: async () => {} })
    expect(await versionMetas(connection, 'u')).toEqual([{ number: 0, records: 0, ...version }])
    expect((await storedVersion(connection, 'u', 0))?.node).toMatchObject({ path: '/', fields: { title: 'T' } })
  })

  it('without votes accepts votes from then on', async () => {
    migrate(open(), migrations.slice(0, 2))
    open().exec(`
      INSERT INTO access (id, holders) VALUES (1, '[]');
      INSERT INTO node (seq, uid, path, depth, position, type, revision, modified, access_id)
        VALUES (1, 'u', '/', 0, 0, 'Document', 4, 5, 1);`)
    const connection = open()
    migrate(connection)
    const voter = { kind: 'member', id: 'anna' } as const
    const ballot = { poll: 'u', revision: 4, voter, options: [0], time: 5 }
    expect(castBallots(connection, [ballot])).toMatchObject([{ voters: 1, casts: 1 }])
    expect(await ballotReader(connection).ballots('u')).toEqual({ counts: new Map([[0, 1]]), voters: [voter] })
  })

  it('with unsplit files preserves the bytes of each file', async () => {
    migrate(open(), migrations.slice(0, 4))
    const MiB = 1024 * 1024
    open().exec(`INSERT INTO file (digest, bytes)
      VALUES ('none', zeroblob(0)), ('one', CAST('a' AS BLOB)), ('whole', randomblob(${MiB})), ('odd', randomblob(${2 * MiB + 7}));
      INSERT INTO access (id, holders) VALUES (1, '[]');
      INSERT INTO node (seq, uid, path, depth, position, type, revision, modified, access_id)
        VALUES (1, 'u', '/', 0, 0, 'Document', 0, 5, 1);
      INSERT INTO node_doc (seq, doc) SELECT 1, json_object('fields', json_group_object(digest,
        json_object('digest', digest, 'size', length(bytes), 'content-type', 'image/png'))) FROM file;`)
    const before = open().rows<{ digest: string; bytes: ArrayBuffer }>(sql`SELECT digest, bytes FROM file`)
    const connection = open()
    migrate(connection)
    expect(before).toHaveLength(4)
    for (const { digest, bytes } of before) {
      const whole = await readWholeFile(number => filePiece(connection, digest, number), bytes.byteLength)
      expect(Buffer.from(whole ?? [0]).equals(Buffer.from(bytes))).toBe(true)
    }
    expect(connection.rows(sql`SELECT digest, count(*) AS pieces FROM file_piece GROUP BY digest`)).toEqual([
      { digest: 'none', pieces: 1 },
      { digest: 'odd', pieces: 3 },
      { digest: 'one', pieces: 1 },
      { digest: 'whole', pieces: 1 },
    ])
  })

  it('with aliases in an old format preserves them', async () => {
    migrate(open(), migrations.slice(0, 6))
    open().exec(`
      INSERT INTO access (id, holders) VALUES (1, '[]');
      INSERT INTO node (seq, uid, path, depth, position, type, revision, modified, access_id)
        VALUES (1, 'u', '/', 0, 0, 'Document', 4, 5, 1), (2, 'v', '/a', 1, 0, 'Document', 4, 5, 1);
      INSERT INTO alias (path, seq) VALUES ('/old', 2);`)
    const connection = open()
    migrate(connection)
    const old = { path: '/old', target: '/a', created: null, manual: false }
    expect(await findAliases(connection, { size: 10 })).toEqual({ total: 1, items: [old] })
    connection.run(sql`DELETE FROM node WHERE seq = 2`)
    expect(await resolveAlias(connection, '/old')).toBe(null)
  })

  it('without counts of objects by type gets them and keeps them current', async () => {
    migrate(open(), migrations.slice(0, 11))
    open().exec(`
      INSERT INTO access (id, holders) VALUES (1, '["Anonymous"]'), (2, '["Manager"]');
      INSERT INTO access_holder (holder, access_id) VALUES ('Anonymous', 1), ('Manager', 2);
      INSERT INTO node (seq, uid, path, parent, depth, position, type, revision, modified, access_id)
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
      SELECT i, 'u' || i, '/' || i, '/', 1, i, 'Document', 0, i, 1 + i % 2 FROM n;
      INSERT INTO node_entry (seq, words_digest, columns) SELECT seq, '', '{}' FROM node;
      INSERT INTO node_index (seq, name, value) SELECT seq, 'portal_type', iif(seq % 5, 'Document', 'Über') FROM node;
      INSERT INTO node_index (seq, name, value) SELECT seq, 'review_state', 'published' FROM node WHERE seq % 2;
      INSERT INTO node_index (seq, name, value) SELECT seq, 'created', -seq FROM node;`)
    const connection = open()
    migrate(connection)
    const kinds = createKinds()
    const catalog = { connection, kinds: (principals: Principals) => kinds(connection, '', principals) }
    const { search } = catalogReader(catalog, searchReads)
    const sort = [{ by: 'created', descending: false }]
    const searchBy = (principals: Principals, ...values: string[]) =>
      search({ principals, where: [{ kind: 'any', index: 'portal_type', values }], sort, size: 2 })
    const ofAll = await searchBy('system', 'Über')
    expect([ofAll.total, ofAll.items.map(({ path }) => path)]).toEqual([1000, ['/5000', '/4995']])
    expect(await searchBy(['Anonymous'], 'Document', 'Über')).toMatchObject({
      total: 2500,
      items: [{ path: '/5000' }, {}],
    })
    connection.run(sql`DELETE FROM node WHERE seq > 4000`)
    const recount = sql`SELECT kind_id, access_id, count(*) AS objects FROM node NOT INDEXED GROUP BY 1, 2 ORDER BY 1, 2`
    expect(connection.rows(sql`SELECT * FROM kind_count ORDER BY 1, 2`)).toEqual(connection.rows(recount))
    connection.run(sql`UPDATE node SET access_id = 2 WHERE seq < 10`)
    expect(connection.rows(sql`SELECT * FROM node_access ORDER BY seq`)).toEqual(
      connection.rows(sql`SELECT seq, kind_id, access_id FROM node NOT INDEXED ORDER BY seq`),
    )
    expect(connection.rows(sql`SELECT value_list FROM kind`)).toContainEqual({
      value_list: '[["portal_type","Über"],["review_state","published"]]',
    })
  })

  it('without reference counts of files gets them, and the list of erasable files', () => {
    migrate(open(), migrations.slice(0, migrations.indexOf(fileReferences)))
    const fields = { title: 'A\u0000 \ud800', image: buildFile('now'), blocks: { a: buildFile('inner') }, none: null }
    const before = open()
    before.exec(`
      INSERT INTO access (id, holders) VALUES (1, '[]');
      INSERT INTO kind (id, value_list) VALUES (1, '[]');
      INSERT INTO node (seq, uid, path, depth, position, type, revision, modified, access_id, kind_id)
        VALUES (1, 'u', '/', 0, 0, 'Document', 4, 5, 1, 1);
      INSERT INTO version (seq, number, time, actor, comments, records) VALUES (1, 0, 5, '', '', 0);
      INSERT INTO file_piece (digest, number, bytes)
        VALUES ('now', 0, x'01'), ('then', 0, x'01'), ('left', 0, x'01'), ('left', 1, x'01'), ('inner', 0, x'01');`)
    before.run(sql`INSERT INTO node_doc (seq, doc) VALUES (1, ${JSON.stringify({ fields })})`)
    before.run(
      sql`INSERT INTO version_doc (seq, number, doc) VALUES (1, 0, ${JSON.stringify({ fields: { image: buildFile('then') } })})`,
    )
    const connection = open()
    migrate(connection)
    expect(connection.rows(sql`SELECT digest, seq, version FROM file_reference ORDER BY digest`)).toEqual([
      { digest: 'now', seq: 1, version: null },
      { digest: 'then', seq: 1, version: 0 },
    ])
    const erasable = sql`SELECT digest FROM erasable_file ORDER BY digest`
    expect(connection.rows(erasable)).toEqual([{ digest: 'inner' }, { digest: 'left' }])
    connection.exec('PRAGMA foreign_keys = ON; DELETE FROM node')
    expect(connection.rows(erasable)).toEqual(['inner', 'left', 'now', 'then'].map(digest => ({ digest })))
  })

  it('of the latest version is unchanged', () => {
    migrate(open())
    const before = open().rows(sql`SELECT sql FROM sqlite_schema`)
    migrate(open())
    expect(open().rows(sql`SELECT sql FROM sqlite_schema`)).toEqual(before)
    expect(open().rows(sql`PRAGMA user_version`)).toEqual([{ user_version: migrations.length }])
  })

  it('of a newer version is rejected', () => {
    migrate(open(), [...steps, 'SELECT 1'])
    expect(() => migrate(open(), steps)).toThrow(
      'The database has schema version 3; this program supports versions up to 2.',
    )
  })

  it('is unchanged if a step fails', () => {
    migrate(open(), steps)
    expect(() => migrate(open(), [...steps, 'CREATE TABLE b (z);', 'INSERT INTO none VALUES (1);'])).toThrow('none')
    expect(open().rows(sql`PRAGMA user_version`)).toEqual([{ user_version: 2 }])
    expect(open().rows(sql`SELECT name FROM sqlite_schema WHERE type = 'table'`)).toEqual([{ name: 'a' }])
  })

  it('that another process migrates at the same time is migrated once', () => {
    const connection = open()
    const late = {
      ...connection,
      exec: (text: string) => {
        if (text === 'BEGIN IMMEDIATE') migrate(open(), steps)
        connection.exec(text)
      },
    }
    migrate(late, steps)
    expect(open().rows(sql`SELECT x, y FROM a`)).toEqual([{ x: 1, y: 2 }])
  })
})
