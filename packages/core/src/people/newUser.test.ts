import type { JsonObject, JsonValue } from '../foundation/json.js'
import { readNewUser } from './userInput.js'

const roles = ['Member', 'Editor', 'Manager']
const ada: JsonObject = { username: 'ada', email: 'ada@example.org', password: 'analytical' }

function read(sent: JsonObject): unknown {
  const result = readNewUser(sent, roles)
  if (result.ok) return result.user
  return 'missing' in result ? result.missing.map(({ field }) => field) : result.reason.id
}

describe('a new user', () => {
  it('has a name, an email address and a password, and is a Member', () => {
    expect(read(ada)).toEqual({
      id: 'ada',
      email: 'ada@example.org',
      password: 'analytical',
      fullname: null,
      roles: ['Member'],
    })
  })

  it('may have a full name and roles; unknown keys and groups are ignored', () => {
    expect(
      read({ ...ada, fullname: 'Ada L.', roles: ['Editor', 'Manager'], groups: ['Administrators'], x: 1 }),
    ).toEqual({
      id: 'ada',
      email: 'ada@example.org',
      password: 'analytical',
      fullname: 'Ada L.',
      roles: ['Editor', 'Manager'],
    })
  })

  it('may have further texts, and empty texts are omitted', () => {
    const more = { description: 'Counts.', home_page: 'https://ada.example', location: '' }
    expect(read({ ...ada, ...more })).toMatchObject({ ...more, location: null })
    expect(read({ ...ada, description: 5, home_page: null })).not.toHaveProperty('description')
  })

  it.each(['javascript:alert(1)', 'ada example', 'https://', '/ada'])('rejects the home page %j', address => {
    expect(read({ ...ada, home_page: address })).toBe('field.uri')
  })

  it.each([
    ['example.org/x', 'https://example.org/x'],
    ['ada.example', 'https://ada.example'],
    ['http://ada.example', 'http://ada.example'],
  ])('has the home page %s, stored as %s', (address, stored) => {
    expect(read({ ...ada, home_page: address })).toMatchObject({ home_page: stored })
  })

  it('has at most 10,000 characters in the biography, and 1,024 in other texts', () => {
    expect(read({ ...ada, description: 'x'.repeat(10_001) })).toBe('field.too-long')
    expect(read({ ...ada, location: 'x'.repeat(1025) })).toBe('field.too-long')
  })

  it('reports all missing fields among the three required fields', () => {
    expect(read({})).toEqual(['username', 'email', 'password'])
    expect(read({ username: 'ada', email: '', password: null })).toEqual(['email', 'password'])
    expect(read({ ...ada, username: 5 })).toEqual(['username'])
  })

  it('has a message for each missing field', () => {
    expect(readNewUser({ ...ada, email: '' }, roles)).toEqual({
      ok: false,
      missing: [{ field: 'email', message: { id: 'user.required', values: { field: 'email' } } }],
    })
  })

  it.each(['ada', 'a.b', '007', 'Ada_Lovelace', 'ada@example.org', 'a+b-c', 'x'.repeat(100), 'constructor'])(
    'accepts the name %s',
    username => {
      expect(read({ ...ada, username })).toMatchObject({ id: username })
    },
  )

  it.each(['a', 'a b', 'ada ', '.ada', '_ada', '@ada', 'a/b', 'adä', 'ada\n', 'x'.repeat(101), '../..'])(
    'rejects the name %j',
    username => {
      expect(read({ ...ada, username })).toBe('user.name')
    },
  )

  it('requires a well-formed address', () => {
    expect(read({ ...ada, email: 'ada' })).toBe('user.email')
  })

  it('requires a password of 8 characters or more', () => {
    expect(read({ ...ada, password: '1234567' })).toBe('user.password-short')
    expect(read({ ...ada, password: '12345678' })).toMatchObject({ password: '12345678' })
    expect(read({ ...ada, password: 'x'.repeat(1024) })).toMatchObject({ password: 'x'.repeat(1024) })
    expect(read({ ...ada, password: 'x'.repeat(1025) })).toBe('user.password-long')
  })

  it.each(['\0', '\t', '\n', '\u007f', '\u0085', '\ud800'])('rejects control characters in a password: %j', sign => {
    expect(read({ ...ada, password: `analyt${sign}ical` })).toBe('user.password-control')
    expect(read({ ...ada, password: `analytical${sign}` })).toBe('user.password-control')
    expect(read({ ...ada, password: 'ein Gruß 🏳️‍🌈' })).toMatchObject({ password: 'ein Gruß 🏳️‍🌈' })
  })

  it.each<[JsonValue]>([[['Member', 'Nope']], [['Owner']], [['manager']], ['Manager'], [{ Manager: true }], [[null]]])(
    'rejects roles that users cannot have: %j',
    invalid => {
      expect(read({ ...ada, roles: invalid })).toBe('user.role')
    },
  )

  it('must have a full name that is a text of limited length', () => {
    expect(read({ ...ada, fullname: 7 })).toMatchObject({ fullname: null })
    expect(read({ ...ada, fullname: '' })).toMatchObject({ fullname: null })
    expect(read({ ...ada, fullname: 'x'.repeat(2000) })).toMatchObject({ fullname: 'x'.repeat(1024) })
  })
})
