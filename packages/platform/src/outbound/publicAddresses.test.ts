import { allowedHosts, isHostEntry, isPublicAddress } from './publicAddresses.js'

describe('public addresses', () => {
  it.each([
    '93.184.215.14',
    '1.1.1.1',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '223.255.255.255',
    '2606:4700::1111',
    '2a00:1450:4001::1',
  ])('%s is public', address => expect(isPublicAddress(address)).toBe(true))

  it.each([
    ['this network', '0.0.0.0'],
    ['this network', '0.255.255.255'],
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.255.254'],
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['link-local and metadata of clouds', '169.254.169.254'],
    ['protocols', '192.0.0.192'],
    ['documentation', '192.0.2.1'],
    ['benchmarks', '198.19.0.1'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['mapped loopback', '::ffff:127.0.0.1'],
    ['mapped public', '::ffff:1.1.1.1'],
    ['mapped in hexadecimal', '::ffff:7f00:1'],
    ['compatible', '::127.0.0.1'],
    ['translated', '64:ff9b::7f00:1'],
    ['translated locally', '64:ff9b:1::1'],
    ['unique local', 'fd00::1'],
    ['metadata of clouds', 'fd00:ec2::254'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['public with a zone', '2606:4700::1111%eth0'],
    ['site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['Teredo', '2001:0:1::1'],
    ['6to4', '2002:7f00:1::1'],
    ['documentation', '2001:db8::1'],
    ['documentation', '3fff::1'],
    ['discard', '100::1'],
    ['not an address', 'localhost'],
  ])('%s: %s is not', (_kind, address) => expect(isPublicAddress(address)).toBe(false))
})

describe('allowed hosts', () => {
  const hosts = allowedHosts(['Hooks.Example.Local', '127.0.0.1', '10.1.0.0/16', 'fd00::/8'])

  it('are found by name in any case', () => {
    expect(hosts.hasName('hooks.example.local')).toBe(true)
    expect(hosts.hasName('example.local')).toBe(false)
  })

  it('are found by address and network', () => {
    const matches = ['127.0.0.1', '10.1.255.1', 'fd12::1'].filter(hosts.hasAddress)
    expect(matches).toHaveLength(3)
    expect(['127.0.0.2', '10.2.0.1', '::1', 'fd12::1%1', 'localhost', ''].filter(hosts.hasAddress)).toEqual([])
  })

  it.each(['hooks', 'a.example.org', 'a_b.example', '127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8', '0.0.0.0/0'])(
    'may be written as %s',
    entry => expect(isHostEntry(entry)).toBe(true),
  )

  it.each([
    '',
    'http://a.example',
    'a.example:80',
    '[::1]',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0/8',
    '300.1.1.1',
    'a/b',
    '-a',
  ])('may not be written as "%s"', entry => expect(isHostEntry(entry)).toBe(false))
})
