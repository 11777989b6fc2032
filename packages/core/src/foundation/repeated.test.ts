import { repeatedNames } from './repeated.js'

it.each([
  [[], []],
  [['a', 'b'], []],
  [
    ['a', 'b', 'a', 'c', 'a', 'c'],
    ['a', 'c'],
  ],
])('of %j are %j there more than once', (names, expected) => expect(repeatedNames(names)).toEqual(expected))
