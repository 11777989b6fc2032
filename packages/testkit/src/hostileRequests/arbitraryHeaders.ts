import fc from 'fast-check'
import type { Hostility } from './arbitraryBodies.js'
import type { Grammar, GrammarRoute } from './grammar.js'
import { hostileText, mostly } from './hostileValues.js'

export type Header = readonly [name: string, value: string]

const basic = (name: string, password: string): string =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`

function rightCredentials({ users, password }: Grammar, { operation }: GrammarRoute): fc.Arbitrary<readonly Header[]> {
  const [manager = '', ...others] = users
  const asMember = (name: string): readonly Header[] => [['Authorization', basic(name, password)]]
  return fc.oneof(
    { weight: 7, arbitrary: fc.constant(asMember(manager)) },
    { weight: 3, arbitrary: fc.constantFrom(...others).map(asMember) },
    // For votes, visitors are chosen most often, because a member can vote only once, but a visitor without a cookie
    // can vote any number of times.
    { weight: operation === 'castVote' ? 10 : 2, arbitrary: fc.constant([]) },
  )
}

const wrongCredentials = ({ users: [user = ''], password }: Grammar): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom(
      'Basic',
      'Basic ',
      'Basic !!!',
      'Basic OnA=',
      `basic  ${basic(user, password).slice(6)}`,
      `${basic(user, password)}, Bearer x`,
      'Bearer a.b.c',
      'Bearer',
      'Bearer eyJhbGciOiJub25lIiwidHlwIjoiSldUIiwia2lkIjoiMSJ9.eyJzdWIiOiJhZG1pbiJ9.',
      `Bearer ${'e30.'.repeat(4000)}`,
      'Digest username="a"',
      basic(user, ''),
      basic(user, 'x'),
      basic('a'.repeat(3000), 'b'),
      basic('__proto__', 'b'),
      `Basic ${'A'.repeat(9000)}`,
    ),
    hostileText.map(text => basic(user, text)),
    hostileText.map(text => basic(text, password)),
  )

const usual: Readonly<Record<string, readonly string[]>> = {
  Accept: ['application/json', '*/*', 'text/html', 'application/json;q=0'],
  'Accept-Language': ['de', 'pt-BR,pt;q=0.8', 'en', 'xx;q=9,*'],
  'Accept-Encoding': ['gzip, br', 'identity;q=0'],
  Prefer: ['return=representation', 'return=minimal'],
  'If-Match': ['*', '"0-x"', 'W/"1-x", "2-y"'],
  Origin: ['http://site.example'],
  'Sec-Fetch-Site': ['same-origin', 'none'],
  'If-None-Match': ['*', '"x"', 'W/"a", "b"'],
  'X-Request-Id': ['a-1', 'b:2.c'],
  'Lock-Token': ['0'.repeat(32), ''],
  Cookie: ['a=b', 'auth_token="x"; b=c'],
  Range: ['bytes=0-1'],
  'User-Agent': ['Volto'],
  'X-Forwarded-For': ['10.0.0.1'],
  'X-Forwarded-Proto': ['https'],
}

const names = [
  ...Object.keys(usual),
  'Host',
  'Referer',
  'If-Modified-Since',
  'If-Unmodified-Since',
  'Content-Type',
  'Content-Language',
  'X-Forwarded-Host',
  'X-Real-Ip',
  'Forwarded',
  'X-HTTP-Method-Override',
  'Upgrade',
  'Via',
  'X-Odd',
]

const values = fc.oneof(
  fc.constantFrom(
    '',
    ',',
    ';;;',
    '"',
    '*',
    'null',
    'cross-site',
    'same-origin',
    'http://evil.example',
    'evil.example:99999',
    '[::1]:80',
    'a b',
    '"1-x"',
    'W/"0-"',
    'text/plain',
    'application/json; charset=utf-16',
    'application/ld+json',
    'multipart/form-data; boundary=x',
    'h2c',
    'DELETE',
    'bytes=5-2,-1,9999999999999999999-',
    'j:{"a":1}',
    'collective.poll.x=j:[1]; collective.poll.y="',
    'Thu, 01 Jan 1970 00:00:00 GMT',
    'for="[::1]";host=evil.example;proto=https',
    '1, 2, 3, 4',
  ),
  fc
    .tuple(fc.constantFrom('a', '-', ',', 'a-', ';q=', '"x",', 'a=b; ', 'W/', ' '), fc.constantFrom(50, 1500, 4000))
    .map(([text, count]) => text.repeat(count)),
  fc.string({ maxLength: 40 }),
  fc.uint8Array({ min: 0x20, max: 0xff, maxLength: 30 }).map(bytes => Buffer.from(bytes).toString('latin1')),
)

/** Removes bytes that are invalid in headers, because they would split or invalidate the request. */
const ofLines = (text: string): string => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '')

export function arbitraryHeaders(
  grammar: Grammar,
  { route, hostility }: { route: GrammarRoute; hostility: Hostility },
): fc.Arbitrary<readonly Header[]> {
  const common = fc
    .constantFrom(...Object.entries(usual))
    .chain(([name, some]) => fc.constantFrom(...some).map((value): Header => [name, value]))
  const right = fc
    .tuple(rightCredentials(grammar, route), fc.array(common, { maxLength: 2 }))
    .map(([credentials, others]) => [...credentials, ...others])
  const content: readonly Header[] = route.method === 'GET' ? [] : [['Content-Type', 'application/json']]
  if (hostility === 'none') return right.map(headers => [...headers, ...content])
  const odd = fc.tuple(fc.constantFrom(...names), values).map(([name, value]): Header => [name, ofLines(value)])
  const wrong = wrongCredentials(grammar).map((value): Header => ['Authorization', ofLines(value)])
  return fc
    .tuple(right, fc.array(mostly(8, odd, wrong), { minLength: 1, maxLength: hostility === 'some' ? 2 : 30 }))
    .map(([headers, others]) => [...headers, ...content, ...others])
}
