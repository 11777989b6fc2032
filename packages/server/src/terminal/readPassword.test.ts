import { promptTwice } from './promptAtTerminal.js'

const typing = (...typed: readonly string[]) => {
  const rest = [...typed]
  return async () => rest.shift() ?? ''
}

describe('a typed password', () => {
  it('is accepted if it is typed twice', async () => {
    expect(await promptTwice(typing('secret', 'secret'))).toBe('secret')
  })

  it('is refused if both entries differ', async () => {
    await expect(promptTwice(typing('secret', 'Secret'))).rejects.toThrow('do not match')
  })
})
