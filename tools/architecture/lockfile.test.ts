import { readFileSync } from 'node:fs'
import path from 'node:path'

interface LockedPackage {
  readonly link?: boolean
  readonly version?: string
  readonly integrity?: string
}

const file = path.resolve(import.meta.dirname, '../../package-lock.json')
const { packages } = JSON.parse(readFileSync(file, 'utf8')) as {
  readonly packages: Readonly<Record<string, LockedPackage>>
}

describe('package-lock.json', () => {
  it('has an integrity hash for every package of a registry, including those of other platforms', () => {
    const fetched = Object.entries(packages).filter(([place, { link }]) => place.includes('node_modules/') && !link)
    const unchecked = fetched.filter(([, { integrity = '' }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity))
    expect(fetched.length).toBeGreaterThan(500)
    expect(unchecked.map(([place]) => place)).toEqual([])
  })
})
