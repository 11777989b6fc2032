import { inspect } from 'node:util'
import { readRedisAddress } from './redisAddress.js'

const plain = { tls: false }
const local = { host: 'localhost', port: 6379 }

describe('the address of a store', () => {
  it.each([
    ['redis://', { kind: 'server', place: local, access: plain }],
    ['redis://h', { kind: 'server', place: { host: 'h', port: 6379 }, access: plain }],
    ['REDISS://h:1', { kind: 'server', place: { host: 'h', port: 1 }, access: { tls: true } }],
    ['redis://[::1]:7/3', { kind: 'server', place: { host: '::1', port: 7 }, access: { tls: false, database: 3 } }],
    ['redis://h?db=4', { kind: 'server', place: { host: 'h', port: 6379 }, access: { tls: false, database: 4 } }],
    ['unix:///run/redis%20x.sock', { kind: 'server', place: { path: '/run/redis x.sock' }, access: plain }],
    [
      'unix://u:p@/run/r.sock?db=2',
      {
        kind: 'server',
        place: { path: '/run/r.sock' },
        access: { tls: false, username: 'u', password: 'p', database: 2 },
      },
    ],
  ])('%s names one server', (address, expected) => {
    expect(readRedisAddress(address)).toEqual(expected)
  })

  it.each([
    ['redis://u:p@h', { username: 'u', password: 'p' }],
    ['redis://:p@h', { password: 'p' }],
    ['redis://u@h', { username: 'u' }],
    ['redis://u%3A:p%40ss%2Fw@h/0', { username: 'u:', password: 'p@ss/w', database: 0 }],
    ['redis://:p@ss/w:x#@h', { password: 'p@ss/w:x#' }],
    ['redis://:p,w@h', { password: 'p,w' }],
  ])('%s contains credentials, and the password ends at the last @', (address, access) => {
    const place = { host: 'h', port: 6379 }
    expect(readRedisAddress(address)).toEqual({ kind: 'server', place, access: { ...plain, ...access } })
  })

  it.each(['redis://:p@a:1,b', 'redis://:p@a:1, redis://b:6379', 'redis://:p@a:1,redis://:other@b'])(
    '%s names a cluster, whose nodes share one password',
    address => {
      const places = [
        { host: 'a', port: 1 },
        { host: 'b', port: 6379 },
      ]
      expect(readRedisAddress(address)).toEqual({ kind: 'cluster', places, access: { ...plain, password: 'p' } })
    },
  )

  it('of sentinels contains the name of a master', () => {
    const places = [
      { host: 'a', port: 26_379 },
      { host: 'b', port: 5 },
    ]
    const access = { tls: true, username: 'u', password: 'p', database: 3 }
    expect(readRedisAddress('rediss-sentinel://u:p@a,b:5/main?db=3')).toEqual({
      kind: 'sentinel',
      places,
      name: 'main',
      access,
    })
  })

  it.each([
    ['p@ss', 'does not start with redis://'],
    ['p@ss://h', 'does not start with redis://'],
    ['http://:p@ss@h', 'does not start with redis://'],
    ['redis://:p@ss/w?x@h', 'has a ? before its last @'],
    ['redis://:p@ss@h:port', 'has a port that is not a whole number from 1 to 65535'],
    ['redis://:p@ss@h:1:2', 'has a port that is not a whole number from 1 to 65535'],
    ['redis://:p@ss@h:0', 'has a port that is not a whole number from 1 to 65535'],
    ['redis://:p@ss@h:65536', 'has a port that is not a whole number from 1 to 65535'],
    ['redis://:p@ss@h:', 'has a port that is not a whole number from 1 to 65535'],
    ['redis://:p@ss@a,fe80::1', 'write an IPv6 address as [::1]'],
    ['redis://:p@ss@a b', 'names an invalid host'],
    ['redis://:p@ss@[ab', 'names an invalid host'],
    ['redis://:p%zz@h', 'is not percent-encoded; write % as %25'],
    ['redis://:p@ss@h/name', 'names a database that is not a whole number from 0 to 65535'],
    ['redis://:p@ss@h?db=-1', 'names a database that is not a whole number from 0 to 65535'],
    ['redis://:p@ss@h/65536', 'names a database that is not a whole number from 0 to 65535'],
    ['redis://:p@ss@h/1?db=2', 'specifies the database twice'],
    ['redis://:p@ss@a,b/1', 'names a database, but a cluster only has database 0'],
    ['redis://:p@ss@a,redis://b/1', 'names a database, but a cluster only has database 0'],
    ['redis://:p@ss@a,rediss://b', 'has parts with different schemes'],
    ['redis-sentinel://:p@ss@a', 'lacks the name of the master'],
    ['redis-sentinel://:p@ss@a/', 'lacks the name of the master'],
    ['unix://:p@ss@', 'lacks the absolute path of a socket'],
    ['unix://:p@ss@run/redis.sock', 'lacks the absolute path of a socket'],
    ['unix:///a,unix:///p@ss/b', 'names several sockets'],
    [
      'redis://h?password=ss/w',
      'has a parameter other than db after its ?, at position 1; user and password belong before',
    ],
    ['redis://h?db=1&ss/w', 'has a parameter other than db after its ?, at position 2'],
    ['redis://a,redis://b?token=ss/w', 'has a parameter other than db after its ?, at position 1'],
    ['unix:///run/redis.sock?db=1&auth=ss/w', 'has a parameter other than db after its ?, at position 2'],
  ])(
    'is refused if it is %s: the error says that it %s, and repeats no part of it (docs/caching.md, Settings of the cache)',
    (address, reason) => {
      const errors: unknown[] = []
      try {
        readRedisAddress(address)
      } catch (error) {
        errors.push(error)
      }
      expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining(` ${reason}`) })])
      expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining('percent-encoded') })])
      expect(inspect(errors, { showHidden: true, depth: null })).not.toMatch(/p@ss|ss\/w|%zz|password=|token|auth/)
    },
  )
})
