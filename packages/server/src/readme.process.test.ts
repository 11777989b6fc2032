import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { transform } from 'esbuild'

const root = path.resolve(__dirname, '../../..')
const readme = readFileSync(path.join(root, 'README.md'), 'utf8')

describe('the README', () => {
  it('has an embedding example of at most 20 lines of code that does what it says', async () => {
    const [, example = ''] = /```ts\n(.*?)```/s.exec(readme) ?? []
    expect(example.split('\n').filter(line => line.trim() !== '').length).toBeLessThanOrEqual(20)
    const { code } = await transform(example, { loader: 'ts', format: 'esm' })
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], { cwd: root })
    const [day] = JSON.parse(stdout)
    expect(day).toMatchObject({
      id: '2027-05-01',
      items: [{ title: 'Compost for beginners', gridRow: 'time-0900 / time-0945' }],
    })
  })

  it('names every setting that the configuration reads, and no other', () => {
    const sources = ['config.ts', '../../core/src/memoize/settings/readSettings.ts']
    const config = sources.map(file => readFileSync(path.join(__dirname, file), 'utf8')).join('\n')
    const read = new Set(
      [...config.matchAll(/env\.([A-Z_]+)|name: '([A-Z_]+)'|'([A-Z]+_[A-Z_]+)'/g)].map(
        found => found[1] ?? found[2] ?? found[3],
      ),
    )
    const [, section = ''] = /## Configuration\n(.*?)\n## /s.exec(readme) ?? []
    const named = new Set([...section.matchAll(/`([A-Z][A-Z_]+)`/g)].map(found => found[1]))
    named.delete('SIGTERM')
    expect([...named].sort()).toEqual([...read, 'WORKERS'].filter((name, i, all) => all.indexOf(name) === i).sort())
  })
})
