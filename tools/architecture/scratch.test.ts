import { join } from 'node:path'
import { circlesOf, layeringOf } from './layering.js'
import { isTest } from './places.js'
import { readRepository } from './readRepository.js'
import { parseSource } from './sourceFile.js'
it('prints', () => {
  const texts = readRepository(join(import.meta.dirname, '../..'))
  const product = texts.filter(({ path }) => /^packages\/[^/]+\/src\/.+\.tsx?$/.test(path) && !isTest(path)).map(parseSource)
  const lines: string[] = []
  for (const name of ['express-adapter', 'sql-store', 'server', 'pages', 'core', 'sql-store/src/postgres', 'sql-store/src/sqlite', 'sql-store/src/shared']) {
    const l = layeringOf(name.includes('/') ? `packages/${name}` : `packages/${name}/src`, product)
    lines.push(`${name} floors ${l.floors} back ${l.backUp.join(', ')}`)
  }
  for (const c of circlesOf(product)) lines.push('circle ' + c.join(' '))
  require('node:fs').writeFileSync('/tmp/scratch2.out', lines.join('\n'))
})
