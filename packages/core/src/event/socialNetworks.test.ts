import { networkOf } from './socialNetworks.js'

describe('the network of a row of links (docs/schedule.md, Social links)', () => {
  it.each([
    ['github', { title: 'GitHub' }],
    ['x', { title: ' X ', href: 'https://github.com/anna' }],
    ['github', { title: 'My code', href: [{ '@id': 'https://github.com/anna', title: '' }] }],
    ['github', { title: null, href: 'https://www.GitHub.com/anna' }],
    ['x', { href: 'https://twitter.com/anna' }],
    ['youtube', { href: 'https://youtu.be/1' }],
    ['mastodon', { href: ['https://fosstodon.org/@anna'] }],
    ['bluesky', { href: 'https://me@bsky.app:443/profile' }],
    ['website', { title: 'Home', href: 'https://notgithub.com' }],
    ['website', { title: 'constructor', href: '/anna' }],
    ['website', { title: 'Home', href: [] }],
    ['website', {}],
  ])('is %s for %j', (network, row) => {
    expect(networkOf(row)).toBe(network)
  })
})
