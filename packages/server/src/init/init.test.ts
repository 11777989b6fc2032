import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { settingsFor, settingsText, writeSettings } from './initSettings.js'

const directory = mkdtempSync(path.join(tmpdir(), 'plenum-init-'))
afterAll(() => rmSync(directory, { recursive: true }))

/** Simulates a terminal at which the given answers are entered in order. */
function terminal(answers: readonly string[]) {
  const [questions, lines]: [string[], string[]] = [[], []]
  const prompt = async (question: string) => answers[questions.push(question) - 1] ?? ''
  return { questions, lines, prompt, takesDefaults: false, say: (line: string) => void lines.push(line) }
}

describe('plenum init (docs/how-to/deploy.md)', () => {
  it('asks five questions, whose answers are the settings', async () => {
    const shown = terminal(['https://www.example.org', 'postgres://a:b@db/plenum', 'de', 'no', 'smtp://localhost:25'])
    expect(await settingsFor({}, shown)).toEqual({
      PUBLIC_URL: 'https://www.example.org',
      TRUST_PROXY: 'loopback',
      DATABASE_URL: 'postgres://a:b@db/plenum',
      LANGUAGE: 'de',
      EMPTY_SITE: '1',
      SMTP_URL: 'smtp://localhost:25',
      MAIL_FROM: 'plenum@example.org',
    })
    expect(shown.questions).toHaveLength(5)
  })

  it('repeats a question until the answer is valid', async () => {
    const shown = terminal(['www.example.org', 'https://www.example.org'])
    expect(await settingsFor({}, shown)).toMatchObject({ PUBLIC_URL: 'https://www.example.org', DATA_DIR: './var' })
    expect(shown.questions).toHaveLength(6)
    expect(shown.lines).toEqual([expect.stringMatching(/^PUBLIC_URL: must be an http or https URL/)])
  })

  it('accepts only yes or no for the demonstration', async () => {
    const shown = terminal(['', '', '', 'en', 'yes', ''])
    expect(await settingsFor({}, shown)).toMatchObject({ EMPTY_SITE: '0' })
    expect(shown.lines).toEqual(['The answer must be yes or no, not "en".'])
    await expect(settingsFor({ demo: 'maybe' }, { ...shown, takesDefaults: true })).rejects.toThrow(
      '--demo: must be yes or no, not "maybe".',
    )
  })

  it('does not request answers that flags provide, and uses defaults with --yes', async () => {
    const shown = { ...terminal([]), takesDefaults: true }
    expect(await settingsFor({ publicUrl: 'http://localhost:8081', demo: 'yes' }, shown)).toEqual({
      PUBLIC_URL: 'http://localhost:8081',
      PORT: '8081',
      DATA_DIR: './var',
      LANGUAGE: 'en',
      EMPTY_SITE: '0',
    })
    expect(shown.questions).toEqual([])
  })

  it('is refused without a terminal if an answer is missing, and for an invalid flag', async () => {
    const nowhere = { ...terminal([]), prompt: null }
    await expect(settingsFor({}, nowhere)).rejects.toThrow(
      'Without a terminal, `plenum init` requires the flag --yes, or all of --public-url, --database, --language, --demo, --mail.',
    )
    await expect(settingsFor({ language: '?' }, { ...nowhere, takesDefaults: true })).rejects.toThrow(
      'LANGUAGE: must be',
    )
  })

  it('writes a file that only its owner may read, and that programs read as the same settings', async () => {
    const file = path.join(directory, 'plenum.env')
    const settings = { PUBLIC_URL: 'https://a.example', MAIL_FROM: 'A Team <a@a.example>', DATA_DIR: '/srv/a b#c' }
    writeSettings(file, settingsText(settings))
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(parseEnv(readFileSync(file, 'utf8'))).toEqual(settings)
  })

  it('never replaces a file, and refuses values that it cannot write', () => {
    const file = path.join(directory, 'own.env')
    writeFileSync(file, 'PORT=1\n')
    expect(() => writeSettings(file, '')).toThrow(`${file} already exists and was not changed. Specify another file.`)
    expect(readFileSync(file, 'utf8')).toBe('PORT=1\n')
    expect(() => settingsText({ DATA_DIR: "it's" })).toThrow('DATA_DIR: must contain neither apostrophes')
  })
})
