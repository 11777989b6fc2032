import { isEmail } from './email.js'

describe('an email address', () => {
  it.each([
    'ada@example.org',
    'a.b+c@sub.example.co.uk',
    "o'neil@example.org",
    'ada@bücher.example',
    `${'x'.repeat(64)}@example.org`,
    'ADA@EXAMPLE.ORG',
  ])('may be %s', text => {
    expect(isEmail(text)).toBe(true)
  })

  it.each([
    '',
    'ada',
    'ada@',
    '@example.org',
    'ada@example',
    'ada@example.',
    'ada@.org',
    'ada@example..org',
    'a b@example.org',
    'ada@exam ple.org',
    'a@b@example.org',
    'Ada <ada@example.org>',
    'ada@example.org, bob@example.org',
    'ada@example.org\n',
    'ada\r\nBcc: bob@example.org',
    `${'x'.repeat(65)}@example.org`,
    `ada@${'x.'.repeat(125)}org`,
  ])('is rejected: %j', text => {
    expect(isEmail(text)).toBe(false)
  })
})
