import { readHello, readServerInfo } from './serverInfo.js'

const lines = (...fields: readonly string[]): string => ['# Server', ...fields, ''].join('\r\n')

describe('the reply to INFO server (docs/caching.md, Connections to the store)', () => {
  it.each([
    ['Redis', '7.0.15', lines('redis_version:7.0.15', 'executable:/usr/bin/redis-server')],
    ['Redis', '8.0.1', lines('redis_version:8.0.1', 'redis_mode:standalone')],
    ['Valkey', '8.1.0', lines('redis_version:7.2.4', 'server_name:valkey', 'valkey_version:8.1.0')],
    ['Valkey', '7.2.4', lines('redis_version:7.2.4', 'server_name:valkey')],
    ['KeyDB', '6.3.4', lines('redis_version:6.3.4', 'executable:/usr/bin/keydb-server')],
    ['Dragonfly', '1.40.1', lines('redis_version:7.4.0', 'dragonfly_version:df-v1.40.1')],
    ['Garnet', '1.0.60', lines('redis_version:7.4.3', 'garnet_version:1.0.60')],
    ['Kvrocks', '2.9.0', lines('redis_version:4.0.0', 'kvrocks_version:2.9.0')],
  ])('of %s %s contains product and version', (product, version, info) => {
    expect(readServerInfo(info)).toEqual({ product, version })
  })

  it.each(['', 'nonsense', 'role:master'])('without them (%j) means an unknown server', info =>
    expect(readServerInfo(info)).toEqual({ product: 'unknown', version: null }),
  )
})

describe('the reply to HELLO if INFO is denied (docs/caching.md, Connections to the store)', () => {
  it.each([
    ['Redis', '7.0.15', ['server', 'redis', 'version', '7.0.15', 'proto', 2]],
    ['Valkey', '8.1.0', ['server', 'valkey', 'version', Buffer.from('8.1.0'), 'modules', []]],
    ['Redis', null, ['server', 'redis']],
  ])('of %s %s contains product and version', (product, version, answer) => {
    expect(readHello(answer)).toEqual({ product, version })
  })

  it.each([[null], ['OK'], [[]], [['version', '7']], [['server']], [['server', '<b>']]])(
    'without them (%j) means an unknown server',
    answer => expect(readHello(answer)).toEqual({ product: 'unknown', version: null }),
  )
})
