import { needsUnboundedLookaround } from './unboundedLookaround.js'

it.each(['a(?=b+)', '[0-9](?=(?:[0-9]{3})+(?![0-9]))', '(?<!a*)b', '(?!(?:a|b){2,})c', '(["\'])a\\1', '(?<q>a)\\k<q>'])(
  '%s has a back-reference or unbounded lookaround',
  source => expect(needsUnboundedLookaround(source)).toBe(true),
)

it.each([
  '(a+)b*',
  '(?=a)b+',
  '(?!\\*)',
  '(?=[*+])',
  '(?<=.)a+',
  '(?:a{2,})',
  '(?=a{2,3})',
  '\\\\1',
  '(?<name>a+)',
  '[(?=]a+',
])('%s has neither', source => expect(needsUnboundedLookaround(source)).toBe(false))
