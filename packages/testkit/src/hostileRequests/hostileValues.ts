import type { JsonValue } from '@plenum/core'
import fc from 'fast-check'

/** Generates values from `usual` and `odd`. Values from `usual` are `weight` times as frequent. */
export const mostly = <T>(weight: number, usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: odd })

/**
 * Encodes JSON without an equivalent JavaScript value, such as `1e999`, as a string, which `jsonOf` later replaces with
 * the JSON.
 */
const raw = (json: string): string => `raw:${Buffer.from(json).toString('base64url')}`
const nested = (depth: number, open: string, inside: string, close: string): string =>
  raw(open.repeat(depth) + inside + close.repeat(depth))

export function jsonOf(value: unknown): string {
  return JSON.stringify(value).replace(/"raw:([\w-]*)"/g, (_, json: string) => String(Buffer.from(json, 'base64url')))
}

/** Encodes a string for a URL. Unpaired surrogates become U+FFFD. */
export const encodedText = (text: string): string => encodeURIComponent(Buffer.from(text).toString())

const times = (text: string) => fc.constantFrom(3, 100, 1100, 12_000).map(count => text.repeat(count))

// The unit `binary` of fast-check is not used, because it needs a table of 90 MB.
const codePoint = fc.integer({ min: 0, max: 0x10ffff }).filter(point => point < 0xd800 || point > 0xdfff)

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    'x\udfff\ud800',
    '\u202e\u200b\ufeff',
    '\r\nSet-Cookie: a=b',
    '..',
    '../../etc/passwd',
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    "' OR 1=1; --",
    '"; DROP TABLE x',
    '*',
    '%',
    '_',
    '"',
    'NEAR(a b)',
    'a AND (NOT b',
    '-',
    '{"a":1}',
    'NaN',
    '-1',
    '1e309',
    '99999999999999999999',
    '0x10',
    'null',
    'true',
    'javascript:alert(1)',
    ' java\tscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//evil.example',
    'http://[::1',
    'mailto:a@b',
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:x">y</a>',
    '<!--<![CDATA[</textarea><svg><style>',
    '&#x110000;&amp;&lt;&nosuch;',
    'ﷺ🏳️‍🌈ẞÅ',
    '+012345-01-01T00:00:00Z',
    '2027-13-45T99:99:99',
    '0000-00-00',
    '-271821-04-20T00:00:00Z',
    '275760-09-13T00:00:00.001Z',
  ),
  fc.array(codePoint, { maxLength: 30 }).map(points => String.fromCodePoint(...points)),
  fc.string({ maxLength: 200 }),
  fc.constantFrom('<', '<div>', '&', '/', 'a ', '😀', '\n', '(', '"', '-', '%', 'ﷺ', '<a href=').chain(times),
)

const hostileNumber: fc.Arbitrary<JsonValue> = fc.constantFrom<JsonValue>(
  -1,
  -0,
  0.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e300,
  raw('1e999'),
  raw('-1e999'),
  raw('1.0000000000000000000000000001'),
  raw(`1${'0'.repeat(400)}`),
)

const prototypeKeys: fc.Arbitrary<JsonValue> = fc.constantFrom(
  raw('{"__proto__":{"polluted":true}}'),
  raw('{"constructor":{"prototype":{"polluted":true}}}'),
  raw('{"toString":1,"valueOf":{},"hasOwnProperty":null,"length":-1}'),
  raw('{"a":1,"a":2}'),
  raw('{"":{"":{"":0}}}'),
)

const deep: fc.Arbitrary<JsonValue> = fc
  .tuple(fc.constantFrom(30, 70, 130, 3000, 9000), fc.boolean())
  .map(([depth, isList]) => (isList ? nested(depth, '[', '', ']') : nested(depth, '{"a":', '1', '}')))

const long: fc.Arbitrary<JsonValue> = fc
  .tuple(
    fc.constantFrom(200, 1001, 10_001),
    fc.constantFrom<JsonValue>('a', 1, null, '/', {}, [], { '@id': '/x' }, { token: 'x' }),
    fc.boolean(),
  )
  .map(([length, value, differ]) =>
    Array.from({ length }, (_, i) => (differ && typeof value === 'string' ? `${value}${i}` : value)),
  )

/** Generates JSON values that are likely to cause errors. */
export const hostileJson: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constantFrom<JsonValue>(null, true, false, 0, 1, '', [], {}, [[]], [{}], [null], { a: null }, { token: null }),
  fc.constantFrom<JsonValue>(
    { token: {} },
    { '@id': '' },
    { UID: 5 },
    { data: '' },
    [''],
    { query: {} },
    { length: 3 },
  ),
  hostileText,
  hostileText.map(text => [text, text]),
  hostileText.map(text => ({ token: text, UID: text, '@id': text, id: text, data: text })),
  hostileText.map(text => Object.fromEntries([[text, text]])),
  hostileNumber,
  prototypeKeys,
  deep,
  long,
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<JsonValue>,
)
