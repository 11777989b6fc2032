import { promptTwice } from './promptAtTerminal.js'

const typing = (...typed: readonly string[]) => {
  const rest = [...typed]
  return async () => rest.shift() ?? ''
}

describe('a password that is typed', () => {
  it('counts when it was typed twice', async () => {
    expect(await promptTwice(typing('secret', 'secret'))).toBe('secret')
  })

  it('is refused when it was typed in two ways', async () => {
    await expect(promptTwice(typing('secret', 'Secret'))).rejects.toThrow('do not match')
  })
})
