import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

interface Packed {
  readonly unpackedSize: number
  readonly files: readonly { readonly path: string }[]
}

/** Returns the files that `npm pack` would include in the package, without the files that `prepack` writes. */
function pack(name: string): Packed {
  const args = ['pack', '--json', '--dry-run', '--ignore-scripts', `--workspace=packages/${name}`]
  const [packed]: readonly Packed[] = JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8' }))
  if (!packed) throw new Error(`npm has not packed ${name}.`)
  return packed
}

/** The documentation pages that `prepack` adds to core. */
const pages: readonly string[] = JSON.parse(
  execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { citedPages } from './tools/pack/citedPages.mjs'; console.log(JSON.stringify(citedPages()))`,
    ],
    { cwd: root, encoding: 'utf8' },
  ),
)
const sizeOfPages = pages.reduce((sum, page) => sum + statSync(path.join(root, page)).size, 0)

/**
 * Whether a file has a source. The build in this checkout may contain declarations of deleted sources, which `prepack`
 * removes.
 */
const hasSource = (name: string, file: string): boolean =>
  existsSync(path.join(root, 'packages', name, file.replace(/^dist/, 'src').replace(/\.d\.ts$/, '.ts')))

/** Returns the modules that a module loads directly or indirectly. */
function modulesFrom(file: string, loaded = new Set<string>()): ReadonlySet<string> {
  if (loaded.has(file)) return loaded
  loaded.add(file)
  for (const [, imported = ''] of readFileSync(file, 'utf8').matchAll(/ from '(\.[^']+)\.js'/g))
    modulesFrom(path.resolve(path.dirname(file), `${imported}.ts`), loaded)
  return loaded
}

describe('the published testkit', () => {
  const folder = path.join(root, 'packages/testkit')
  const manifest: { readonly files: readonly string[]; readonly dependencies: object } = JSON.parse(
    readFileSync(path.join(folder, 'package.json'), 'utf8'),
  )
  const modules = [...modulesFrom(path.join(folder, 'src/suites.ts'))]

  it('contains all modules that its suites load', () => {
    const prefixes = manifest.files.map(pattern => pattern.slice(0, -1))
    const built = modules.map(file => path.relative(folder, file).replace('src/', 'dist/'))
    expect(built.length).toBeGreaterThan(30)
    expect(built.filter(file => !prefixes.some(prefix => file.startsWith(prefix)))).toEqual([])
  })

  it('depends on all packages that its suites import', () => {
    const imported = modules.flatMap(file =>
      [...readFileSync(file, 'utf8').matchAll(/ from '((?:@[\w-]+\/)?[a-z][\w-]*)[^':]*'/g)].map(
        ([, name = '']) => name,
      ),
    )
    expect([...new Set(imported)].sort()).toEqual(Object.keys(manifest.dependencies).sort())
  })
})

describe('the packages for browsers', () => {
  const packed = { core: pack('core'), memoize: pack('memoize') }

  it('have less than 3 MB unpacked: core, its pages, and its only dependency', () => {
    const size = packed.core.unpackedSize + sizeOfPages + packed.memoize.unpackedSize
    expect(pages.length).toBeGreaterThan(10)
    expect(size).toBeLessThan(3_000_000)
  })

  it.each(['core', 'memoize'] as const)('contain no sources, and refer to no source maps: %s', name => {
    const files = packed[name].files.map(file => file.path)
    expect(files.filter(file => file.startsWith('src/') || file.endsWith('.map'))).toEqual([])
    const built = files.filter(file => file.endsWith('.js') || (file.endsWith('.d.ts') && hasSource(name, file)))
    const referring = built.filter(file =>
      readFileSync(path.join(root, 'packages', name, file), 'utf8').includes('//# sourceMappingURL='),
    )
    expect(referring).toEqual([])
  })
})
