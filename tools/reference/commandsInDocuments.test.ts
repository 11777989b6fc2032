import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { program } from '../../packages/server/src/main.js'
import { commandsIn, unknownIn } from './commandsInDocuments.js'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')
const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter(file => file !== '' && !file.startsWith('CHANGELOG'))

describe('the plenum commands in the documents', () => {
  it.each([
    ['npx plenum serv', 'serv'],
    ['node /opt/packages/server/bin/plenum.js --env-file /etc/plenum.env doctor --depe', '--depe'],
    ['sudo -u plenum node bin/plenum.js user lists', 'lists'],
    ['docker compose exec plenum plenum backup /data/a.plenum', null],
    ['plenum webhook --help # all commands', null],
  ])('%s: unknown is %s', (line, unknown) => {
    const [args = ''] = commandsIn(`\`\`\`console\n${line}\n\`\`\`\n`)
    expect(unknownIn(program(), args)).toBe(unknown)
  })

  it('exist with their options', () => {
    const commands = documents.flatMap(file => commandsIn(read(file)).map(args => ({ file, args })))
    expect(commands.length).toBeGreaterThan(150)
    const unknown = commands.map(one => ({ ...one, unknown: unknownIn(program(), one.args) }))
    expect(unknown.filter(one => one.unknown !== null)).toEqual([])
  })

  it('refer to existing files for a deployment', () => {
    const named = documents.flatMap(file => [...read(file).matchAll(/\bdeploy\/\w[\w-]*\.\w+/g)].map(([name]) => name))
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter(name => !existsSync(path.join(root, name)))).toEqual([])
  })
})
