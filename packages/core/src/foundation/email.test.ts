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
    'ada@example.org\0',
    'a\u0001da@example.org',
    'ada\u200b@example.org',
    'ada@exam\u00adple.org',
    'ada@example.\u202eorg',
    'ada@example\u3002org',
    'ada@example\uff0eorg',
    'ad\uff41@example.org',
    'ada@bu\u0308cher.example',
    `${'x'.repeat(65)}@example.org`,
    `ada@${'x.'.repeat(125)}org`,
  ])('is rejected: %j', text => {
    expect(isEmail(text)).toBe(false)
  })
})
