import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
const folder = path.join(root, 'packages/core/examples')
const embedding = readFileSync(path.join(root, 'docs/embedding.md'), 'utf8')

describe('docs/embedding.md', () => {
  it.each(readdirSync(folder))('contains the example %s verbatim', name => {
    expect(embedding).toContain(`\`\`\`ts\n${readFileSync(path.join(folder, name), 'utf8')}\`\`\`\n`)
  })
})
