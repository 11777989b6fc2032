import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

interface Packed {
  readonly unpackedSize: number
  readonly files: readonly { readonly path: string }[]
}

/** Lists the files that `npm pack` would add to the package, except those that the script `prepack` writes. */
function pack(name: string): Packed {
  const args = ['pack', '--json', '--dry-run', '--ignore-scripts', `--workspace=packages/${name}`]
  const [packed]: readonly Packed[] = JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8' }))
  if (!packed) throw new Error(`npm has not packed ${name}.`)
  return packed
}

/** The pages that `prepack` adds to core. */
const pages = readdirSync(path.join(root, 'docs')).filter(name => name.endsWith('.md'))
const sizeOfPages = pages.reduce((sum, name) => sum + statSync(path.join(root, 'docs', name)).size, 0)

/**
 * Whether a file has a source. A build in this checkout can contain declarations of deleted sources, which `prepack`
 * removes.
 */
const hasSource = (name: string, file: string): boolean =>
  existsSync(path.join(root, 'packages', name, file.replace(/^dist/, 'src').replace(/\.d\.ts$/, '.ts')))

describe('the packages for browsers', () => {
  const packed = { core: pack('core'), memoize: pack('memoize') }

  it('have less than 3 MB unpacked: core, its pages, and its only dependency', () => {
    const size = packed.core.unpackedSize + sizeOfPages + packed.memoize.unpackedSize
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
