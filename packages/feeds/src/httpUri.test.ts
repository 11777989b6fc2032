import { httpUri } from './httpUri.js'

describe('an address in a schedule file', () => {
  it.each([
    ['https://a.example', 'https://a.example/'],
    ['HTTP://A.example:8080/b?c=d#e', 'http://a.example:8080/b?c=d#e'],
    ['https://a.example/x y|z', 'https://a.example/x%20y%7Cz'],
    ['https://a.example/100%', 'https://a.example/100%25'],
    ['https://a.example/?discount=5%&x=%zz', 'https://a.example/?discount=5%25&x=%25zz'],
    ['https://a.example/a%20b', 'https://a.example/a%20b'],
    ['https://ada:secret@a.example/', 'https://a.example/'],
    ['http://[::1]:8080/', 'http://[::1]:8080/'],
    ['mailto:ada@a.example', null],
    ['/relative', null],
    ['', null],
  ])('%s becomes %s', (address, uri) => {
    expect(httpUri(address)).toBe(uri)
  })
})
