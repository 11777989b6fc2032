import { cpuTimeOf } from '@plenum/testkit'
import { runnableScheme } from './addresses.js'

it.each([
  ['javascript:alert(1)', 'javascript:'],
  ['JavaScript:alert(1)', 'javascript:'],
  ['java\tscr\r\nipt\n:alert(1)', 'javascript:'],
  ['\0\u001f javascript:1', 'javascript:'],
  ['\u00a0\u200b\ufeff\u2003javascript:1', 'javascript:'],
  ['java\u200bscript:1', 'javascript:'],
  ['\u200b\tjavascript:1', 'javascript:'],
  ['data:text/html,<script>1</script>', 'data:'],
  [' DATA:text/html;base64,', 'data:'],
  ['vbscript:msgbox(1)', 'vbscript:'],
])('%j is executed as %s', (address, scheme) => expect(runnableScheme(address)).toBe(scheme))

it.each([
  '',
  'https://example.org/?q=javascript:1',
  '/javascript:1',
  'javascript',
  'javascripts:1',
  'data',
  'database:1',
  'java script:1',
  'mailto:data:@example.org',
  '#javascript:1',
])('%j is not executed', address => expect(runnableScheme(address)).toBeUndefined())

it('a long address is inspected in linear time', () => {
  for (const part of [' ', '\t', '\u200b', 'a\t', 'javascript', ' a']) {
    const long = `${part.repeat(500_000)}!`
    // A quadratic regular expression would take minutes for this input.
    expect(cpuTimeOf(() => expect(runnableScheme(long)).toBeUndefined())).toBeLessThan(1000)
  }
})
