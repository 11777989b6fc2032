import { readVirtualHost } from './virtualHost.js'

const read = (path: string) => readVirtualHost(`/VirtualHostBase/${path}`, 8080)

describe('a virtual host', () => {
  it.each([
    ['http/127.0.0.1:3000/++api++/VirtualHostRoot/a/b', 'http://127.0.0.1:3000', '/a/b'],
    ['https/example.org:443/Plone/++api++/VirtualHostRoot/a', 'https://example.org', '/a'],
    ['http/example.org:80/Plone/VirtualHostRoot/a', 'http://example.org', '/a'],
    ['https/example.org:8443/VirtualHostRoot/a', 'https://example.org:8443', '/a'],
    ['https/example.org:80/VirtualHostRoot/a', 'https://example.org:80', '/a'],
    ['https/example.org/VirtualHostRoot/a', 'https://example.org:8080', '/a'],
    ['https/[::1]/VirtualHostRoot/a', 'https://[::1]:8080', '/a'],
    ['https/[::1]:443/VirtualHostRoot/a', 'https://[::1]', '/a'],
    ['https/example.org:443/VirtualHostRoot/++api++/a', 'https://example.org', '/a'],
    ['https/example.org:443/VirtualHostRoot/_vh_cms/a', 'https://example.org/cms', '/a'],
    ['https/example.org:443/VirtualHostRoot/_vh_cms/_vh_en/++api++/a', 'https://example.org/cms/en', '/a'],
    ['https/example.org:443/VirtualHostRoot/_vh_cms', 'https://example.org/cms', '/'],
    [
      'https/example.org:443/VirtualHostRoot/a/_vh_cms/VirtualHostRoot',
      'https://example.org',
      '/a/_vh_cms/VirtualHostRoot',
    ],
    ['https/example.org:443/Plone/++api++/VirtualHostRoot', 'https://example.org', '/'],
    ['https/example.org:443/Plone/++api++/VirtualHostRoot/', 'https://example.org', '/'],
    ['https/example.org:443/VirtualHostRoot/++api++', 'https://example.org', '/'],
    ['https/example.org:443/VirtualHostRoot//a/', 'https://example.org', '//a/'],
    ['https/example.org:443/VirtualHostRoot/a%20b', 'https://example.org', '/a%20b'],
  ])('%s shows the site at %s, and requests %s', (path, base, below) => {
    expect(read(path)).toEqual({ base, path: below })
  })

  it.each([
    'https/example.org:443/Other/++api++/VirtualHostRoot/a',
    'https/example.org:443/Plone/en/VirtualHostRoot/a',
    'https/example.org:443/++api++/Plone/VirtualHostRoot/a',
    'constructor/example.org/VirtualHostRoot/a',
    'ftp/example.org:21/VirtualHostRoot/a',
    'https/example.org:443',
    'https//VirtualHostRoot/a',
    'https/ex%61mple.org/VirtualHostRoot/a',
    'https/user@example.org/VirtualHostRoot/a',
    'https/example.org:x/VirtualHostRoot/a',
    'https/example.org:443/VirtualHostRootx/a',
    '',
  ])('of the form %s is none of this site', path => {
    expect(read(path)).toBeNull()
  })

  it('without a port leads to a URL without a port if the port of the server is unknown or is the default port', () => {
    const path = '/VirtualHostBase/https/example.org/VirtualHostRoot'
    expect([readVirtualHost(path, undefined)?.base, readVirtualHost(path, 443)?.base]).toEqual([
      'https://example.org',
      'https://example.org',
    ])
  })
})
