import { repeatedNames } from './repeated.js'

it.each([
  [[], []],
  [['a', 'b'], []],
  [
    ['a', 'b', 'a', 'c', 'a', 'c'],
    ['a', 'c'],
  ],
])('the repeated names of %j are %j', (names, expected) => expect(repeatedNames(names)).toEqual(expected))
