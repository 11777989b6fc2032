import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
const folder = path.join(root, 'packages/core/examples')
const functions = readFileSync(path.join(root, 'docs/core-functions.md'), 'utf8')

describe('docs/stores.md', () => {
  it('contains the example of testkit verbatim', () => {
    const example = readFileSync(path.join(root, 'packages/testkit/examples/sqlitePollVotes.ts'), 'utf8')
    expect(readFileSync(path.join(root, 'docs/stores.md'), 'utf8')).toContain(`\`\`\`ts\n${example}\`\`\`\n`)
  })
})

describe('docs/core-functions.md', () => {
  it.each(readdirSync(folder))('contains the example %s verbatim', name => {
    expect(functions).toContain(`\`\`\`ts\n${readFileSync(path.join(folder, name), 'utf8')}\`\`\`\n`)
  })
})
