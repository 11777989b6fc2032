import { isLoopback, networkOf } from './networkOf.js'

describe('the network of an address', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:201', '192.0.2.1'],
    ['2001:db8:1:2::1', '2001:DB8:1:2:ffff:0:0:9'],
    ['2001:0db8:1:2::1', '2001:db8:1:2::'],
    ['fe80::1%eth0', 'fe80::2%eth0'],
    ['203.0.113.10:1001', '203.0.113.10'],
    ['[2001:db8:1:2::1]:1001', '2001:db8:1:2::9'],
    ['[2001:db8:1:2::1]', '2001:db8:1:2::9'],
    ['unknown', '_hidden'],
    ['203.0.113.10:1001:1', 'x:1'],
  ])('is the same for %s and %s', (one, other) => expect(networkOf(one)).toBe(networkOf(other)))

  it.each([
    ['192.0.2.1', '192.0.2.2'],
    ['2001:db8:1:2::1', '2001:db8:1:3::1'],
    ['2001:db8:1::1', '2001:db8::1:0:0:1:1'],
  ])('differs for %s and %s', (one, other) => expect(networkOf(one)).not.toBe(networkOf(other)))
})

it('is local only for the loopback addresses', () => {
  const own = ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '0:0:0:0:0:0:0:1']
  const others = ['192.0.2.1', '::2', '10.0.0.1', 'fe80::1', 'localhost', '']
  expect([own.filter(isLoopback), others.filter(isLoopback)]).toEqual([own, []])
})
