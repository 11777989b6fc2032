import { execFile } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import {
  createPrograms,
  freePort,
  listening,
  type Programs,
  password,
  type RedisServer,
  startRedis,
} from '@plenum/testkit'
import { transform } from 'esbuild'
import { readConfig } from './config.js'

const root = path.resolve(__dirname, '../../..')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')
const readme = read('README.md')
const scripts: Readonly<Record<string, string>> = JSON.parse(read('package.json')).scripts

const pagesIn = (folder: string): readonly string[] =>
  readdirSync(path.join(root, folder))
    .filter(name => name.endsWith('.md'))
    .map(name => path.join(folder, name))
const packages = readdirSync(path.join(root, 'packages')).map(name => path.join('packages', name))
const folders = ['docs', 'docs/tutorials', 'docs/how-to', 'docs/reference', 'docs/explanation']
const documents = ['.', ...folders, ...packages].flatMap(pagesIn)

/**
 * A block of code in a document. Blocks in the languages `sh`, `ts` and `json` are run in order and must succeed. A
 * `text` block directly after one of them contains its expected output, in which `…` matches any text. A name after
 * `json` is the name of the file to create.
 */
interface Block {
  readonly language: string
  readonly file: string
  readonly code: string
  readonly printed: string | null
}

function blocksOf(document: string): readonly Block[] {
  const blocks = [...read(document).matchAll(/^```([a-z]*) ?(\S*)\n(.*?)^```$(?:\s+```text\n(.*?)^```$)?/gms)]
  return blocks.map(([, language = '', file = '', code = '', printed]) => ({
    language,
    file,
    code,
    printed: printed ?? null,
  }))
}

const run = promisify(execFile)

/** Runs a TypeScript program. `folder` is the working directory of the program, and contains its temporary files. */
async function runTypeScript(source: string, folder = root): Promise<string> {
  const { code } = await transform(source, { loader: 'ts', format: 'esm' })
  const env = { ...process.env, ...(folder === root ? {} : { TMPDIR: folder }) }
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code], { cwd: folder, env })
  return stdout
}

/**
 * Returns the commands in a code block. A command ends at the end of a line, except after a backslash and inside
 * single quotes.
 */
function commandsOf(code: string): readonly string[] {
  const commands: string[] = []
  let open = ''
  for (const line of code.replaceAll('\\\n', ' ').split('\n').filter(Boolean)) {
    const command = open + line
    const isOpen = command.replace(/ # .*$/, '').split("'").length % 2 === 0
    open = isOpen ? `${command}\n` : ''
    if (!isOpen) commands.push(command)
  }
  return commands
}

const ofCheckout = /^(?:[A-Z_]+=\S+ )*(?:npm |npx jest)/
const ofStart = /^((?:[A-Z_]+=\S+ )*)(?:npm ci && )?npm start\b/

const settingsIn = (text: string): readonly (readonly [string, string])[] =>
  [...text.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value])

/**
 * Returns the expected status of each request, which follows the request as a comment. Without a comment, any
 * successful status is expected.
 */
const statusesIn = (code: string): readonly RegExp[] =>
  commandsOf(code)
    .filter(command => /\bcurl /.test(command))
    .map(command => new RegExp(/ # (\d{3})\b/.exec(command)?.[1] ?? '^2'))

/**
 * A shell script, in which `curl` prints the body to stdout and the status to stderr, `npx` runs only programs in the
 * checkout, and the standard input contains a password. The variables of a block remain set for subsequent blocks, as
 * in the terminal of a reader.
 */
const inShell = `
if [ -e "$HOME/.variables" ]; then source "$HOME/.variables"; fi
trap 'export -p > "$HOME/.variables"' EXIT
set -a
curl() { command curl --silent --show-error --write-out '%{stderr}\\nstatus %{http_code}\\n' "$@"; }
npx() { PATH="$PWD/node_modules/.bin:$PATH" command "$@" <<<'${password}'; }`

const special = /[.*+?^${}()|[\]\\]/g

function asPattern(printed: string): RegExp {
  const parts = printed.trimEnd().split('…')
  return new RegExp(`^${parts.map(part => part.replace(special, '\\$&')).join('.*?')}\\s*$`, 's')
}

class Workplace {
  readonly directory = mkdtempSync(path.join(tmpdir(), 'plenum-readme-'))
  private readonly programs: Programs = createPrograms()
  private readonly ports = new Map<string, string>()
  private redis: RedisServer | undefined
  private settings: Readonly<Record<string, string>> = {}
  private adminPassword = ''

  async open(blocks: readonly Block[]): Promise<void> {
    symlinkSync(path.join(root, 'node_modules'), path.join(this.directory, 'node_modules'))
    for (const { file, code } of blocks.filter(({ file }) => file !== '')) {
      mkdirSync(path.dirname(path.join(this.directory, file)), { recursive: true })
      writeFileSync(path.join(this.directory, file), code)
    }
    const codes = blocks.map(({ code }) => code).join('\n')
    if (codes.includes(':6379')) this.redis = await startRedis(process.env.PLENUM_TEST_REDIS ?? '')
    this.ports.set('6379', String(this.redis?.port))
    for (const port of ['8080', '9464']) this.ports.set(port, String(await freePort()))
    const shell = blocks.filter(({ language }) => language === 'sh').map(({ code }) => code)
    const commands = shell.flatMap(commandsOf)
    if (commands.some(command => !ofCheckout.test(command))) await this.serve(commands)
  }

  private async serve(commands: readonly string[]): Promise<void> {
    const [, settings = ''] = ofStart.exec(commands.find(command => ofStart.test(command)) ?? '') ?? []
    const values = settingsIn(this.here(settings)).map(([name, value]) => [
      name,
      value.startsWith('./') ? path.join(this.directory, value) : value,
    ])
    this.settings = { PORT: this.ports.get('8080') ?? '', ...Object.fromEntries(values) }
    const server = await listening(this.programs.launch('sh', ['-c', scripts.start ?? ''], this.settings))
    const [, shown] = /with the password (\S+)/.exec(server.lines().join('\n')) ?? []
    this.adminPassword = this.settings.ADMIN_PASSWORD ?? shown ?? ''
  }

  here(text: string): string {
    return text
      .replace(/(?<=[:=(] ?)(8080|9464|6379)\b/g, port => this.ports.get(port) ?? port)
      .replaceAll('admin:PASSWORD', `admin:${this.adminPassword}`)
      .replaceAll('"PASSWORD"', JSON.stringify(this.adminPassword))
      .replaceAll(/\b(\w+):PASSWORD/g, `$1:${password}`)
  }

  async shell(code: string): Promise<string> {
    const commands = commandsOf(code).filter(command => !ofCheckout.test(command))
    const script = [inShell, ...commands.map(command => this.here(command))].join('\n')
    const DATA_DIR = this.settings.DATA_DIR ?? this.programs.directory
    const env = { PATH: process.env.PATH ?? '', HOME: this.directory, ...this.settings, DATA_DIR }
    const bash = ['--norc', '-euo', 'pipefail', '-c', script]
    const { stdout, stderr } = await run('bash', bash, { cwd: this.directory, env })
    const statuses = [...stderr.matchAll(/^status (\d+)$/gm)].map(([, status]) => status)
    const wanted = statusesIn(commands.join('\n'))
    expect({ script, statuses }).toEqual({ script, statuses: wanted.map(status => expect.stringMatching(status)) })
    return stdout
  }

  async close(): Promise<void> {
    await this.programs.close()
    await this.redis?.close()
    rmSync(this.directory, { recursive: true, force: true })
  }
}

async function task(place: Workplace, { language, code, printed }: Block): Promise<void> {
  if (language === 'json') JSON.parse(code)
  if (language !== 'sh' && language !== 'ts') return
  const emptyFolder = () => mkdtempSync(path.join(place.directory, 'program-'))
  const out = await (language === 'sh' ? place.shell(code) : runTypeScript(place.here(code), emptyFolder()))
  if (printed !== null) expect(place.here(out)).toMatch(asPattern(place.here(printed)))
}

/**
 * Whether a document is tested by default. The pages in `docs/` are tested only by `npm run test:all`, because each of
 * them requires a separate service.
 */
const isQuick = (document: string): boolean => !document.startsWith('docs')

/**
 * The documents that contain `console` blocks, and the reasons why the test does not run the commands in these blocks.
 */
const notRun: Readonly<Record<string, string>> = {
  'CONTRIBUTING.md': 'commands that take minutes',
  'docs/how-to/back-up.md': 'systemd and PostgreSQL',
  'docs/how-to/bad-day.md': 'systemd and a backup',
  'docs/how-to/container.md': 'Docker',
  'docs/how-to/deploy.md': 'root, systemd and a proxy',
  'docs/how-to/several-machines.md': 'several machines',
  'docs/how-to/upgrade.md': 'a database from an earlier version',
  'docs/operate.md': 'PostgreSQL and a proxy',
  'docs/workflows.md': 'a date that passes',
  'packages/create-plenum/README.md': 'packages from the registry',
  'packages/memoize/README.md': 'parts of a program',
}

describe('code blocks', () => {
  for (const document of process.env.ALL_TESTS ? documents : documents.filter(isQuick)) {
    const blocks = blocksOf(document).filter(({ language }) => ['sh', 'ts', 'json'].includes(language))
    if (blocks.length === 0) continue
    const needsRedis = blocks.some(({ code }) => code.includes(':6379'))
    const test = needsRedis && !process.env.PLENUM_TEST_REDIS ? it.skip : it
    test(`of ${document} work as documented`, async () => {
      const place = new Workplace()
      try {
        await place.open(blocks)
        for (const block of blocks) await task(place, block)
      } finally {
        await place.close()
      }
    }, 240_000)
  }

  it('have a known language: those that cannot be run are marked as console', () => {
    const known = ['', 'sh', 'ts', 'json', 'text', 'console', 'mermaid', 'http']
    const others = documents.flatMap(document =>
      blocksOf(document).flatMap(({ language }) => (known.includes(language) ? [] : [`${document}: ${language}`])),
    )
    expect(others).toEqual([])
  })

  it('are run, except for the blocks marked as console in a few documents', () => {
    const marked = documents.filter(document => blocksOf(document).some(({ language }) => language === 'console'))
    expect(marked.sort()).toEqual(Object.keys(notRun).sort())
  })

  it('name existing scripts and tests', () => {
    const commands = documents.flatMap(document =>
      blocksOf(document)
        .filter(({ language }) => language === 'sh' || language === 'console')
        .flatMap(({ code }) => commandsOf(code)),
    )
    const named = commands.flatMap(command => [
      ...command.matchAll(/\bnpm (?:run )?(?!(?:ci|run|prune|create|exec|install)\b)([a-z]+)/g),
    ])
    expect(named.map(([, name = '']) => name).filter(name => scripts[name] === undefined)).toEqual([])
    const tests = packages.flatMap(folder =>
      readdirSync(path.join(root, folder, 'src'), { recursive: true }).map(file =>
        path.join(folder, 'src', String(file)),
      ),
    )
    const patterns = commands.flatMap(command =>
      [...command.matchAll(/\bjest (\w[\w./-]*)/g)].map(([, name]) => name ?? ''),
    )
    expect(patterns.filter(name => !tests.some(test => test.endsWith('.test.ts') && test.includes(name)))).toEqual([])
  })
})

describe('the documents', () => {
  it('link to existing files and headings', () => {
    const headings = (file: string): readonly string[] =>
      [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
        title
          .toLowerCase()
          .replace(/[^\p{L}\p{N} _-]/gu, '')
          .replaceAll(' ', '-'),
      )
    const leadNowhere = documents.flatMap(document =>
      [...read(document).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].flatMap(([, file = '', heading]) => {
        const target = file === '' ? document : path.join(path.dirname(document), file)
        const isThere = existsSync(path.join(root, target))
        const isHeading = heading === undefined || (isThere && headings(target).includes(heading))
        return isThere && isHeading ? [] : [`${document}: ${file}${heading === undefined ? '' : `#${heading}`}`]
      }),
    )
    expect(leadNowhere).toEqual([])
  })
})

describe('the README', () => {
  it('is short enough to read in one go', () => expect(readme.split('\n').length).toBeLessThan(120))

  it('begins with the commands that run and check the service', () => {
    const [, first = ''] = /```sh\n(.*?)```/s.exec(readme) ?? []
    expect(first.split('\n').map(line => line.replace(/ +#.*/, ''))).toEqual([
      'npm ci && npm start',
      'npm ci && npm run check',
      '',
    ])
  })

  it('has a working embedding example of at most 20 lines', async () => {
    const [, example = ''] = /```ts\n(.*?)```/s.exec(readme) ?? []
    expect(example.split('\n').filter(line => line.trim() !== '').length).toBeLessThanOrEqual(20)
    const [day] = JSON.parse(await runTypeScript(example))
    expect(day).toMatchObject({
      id: '2027-05-01',
      items: [{ title: 'Compost for beginners', gridRow: 'time-0900 / time-0945' }],
    })
  })

  it('names every package', () => {
    for (const folder of packages) expect(readme).toContain(`(${folder})`)
  })
})

describe('docs/configuration.md', () => {
  const configuration = read('docs/configuration.md')

  it('lists exactly the settings that the configuration reads', () => {
    const sources = [
      'config.ts',
      'settings/settingValues.ts',
      'mail/readMailSettings.ts',
      '../../memoize/src/settings/readSettings.ts',
    ]
    const config = sources.map(file => readFileSync(path.join(__dirname, file), 'utf8')).join('\n')
    const read = new Set(
      [...config.matchAll(/env\.([A-Z_]+)|name: '([A-Z_]+)'|'([A-Z]+_[A-Z_]*[A-Z])'/g)].map(
        match => match[1] ?? match[2] ?? match[3],
      ),
    )
    const named = new Set([...configuration.matchAll(/`([A-Z][A-Z_]+)`/g)].map(match => match[1]))
    named.delete('SIGTERM')
    expect([...named].sort()).toEqual([...read].filter((name, i, all) => all.indexOf(name) === i).sort())
  })

  it('states the actual defaults', () => {
    const rows = [...configuration.matchAll(/^\| `([A-Z_]+)` +\| `([^`]+)` /gm)]
    expect(rows.length).toBeGreaterThan(20)
    // `newSiteVariables` is ignored, because it contains the names of variables that are set, even to their default
    // values.
    const settingsFrom = (env: Record<string, string | undefined>) => ({ ...readConfig(env), newSiteVariables: [] })
    for (const [, name = '', usual] of rows) expect(settingsFrom({ [name]: usual })).toEqual(settingsFrom({}))
  })

  it('states the actual bounds', () => {
    const rows = [...configuration.matchAll(/^\| `([A-Z_]+)` +\| `\d+` +\| (\d+) to (\d+) /gm)]
    expect(rows.length).toBeGreaterThan(8)
    for (const [, name = '', least, most] of rows) {
      for (const within of [least, most]) expect(() => readConfig({ [name]: within })).not.toThrow()
      for (const beyond of [Number(least) - 1, Number(most) + 1])
        expect(() => readConfig({ [name]: String(beyond) })).toThrow(`${name}: `)
    }
  })
})

describe('docs/http.md', () => {
  it('lists exactly the existing endpoints', () => {
    const rows = [
      ...['routes', 'endpoints/administrationRoutes', 'endpoints/messageRoutes'].flatMap(file => [
        ...read(`packages/express-adapter/src/${file}.ts`).matchAll(/^ {2}route\('([^']+)', '/gm),
      ]),
      ...read('packages/express-adapter/src/endpoints/transitions.ts').matchAll(/^const address = '([^']+)'/gm),
    ]
    const answered = rows.flatMap(([, address = '']) => {
      const name = address.replace(/\/\?$/, '').replace(/^\w+$/, '$& ')
      return address.endsWith('?') ? [name, `${name}/*`] : [name]
    })
    expect(rows.length).toBeGreaterThan(20)
    expect(answered).toHaveLength(rows.length + 5)
    const listed = [...read('docs/http.md').matchAll(/^\| `(GET|POST|PATCH|DELETE) ([^`]*)`/gm)].map(
      ([, method, address = '']) => `${method} ${address.replace(/^\/?(?:\{path\})?\/?/, '').replace(/\{\w+\}/g, '*')}`,
    )
    expect([...new Set(listed)].sort()).toEqual([...answered].sort())
  })
})
