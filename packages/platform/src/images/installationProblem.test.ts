import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { installationProblem } from './installationProblem.js'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'plenum-sharp-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const problem = () => installationProblem(pathToFileURL(path.join(directory, 'program.js')).href)?.message

function write(file: string, content = ''): void {
  const place = path.join(directory, 'node_modules', file)
  mkdirSync(path.dirname(place), { recursive: true })
  writeFileSync(place, content)
}

function installSharp(binaries: readonly string[]): void {
  const optionalDependencies = Object.fromEntries(binaries.map(name => [name, '1.0.0']))
  write('sharp/package.json', JSON.stringify({ name: 'sharp', main: 'dist/sharp.js', optionalDependencies }))
  write('sharp/dist/sharp.js', 'throw new Error("it was loaded")')
}

const binary = `@img/sharp-${process.platform}-${process.arch}`

describe('the check for an installed sharp, which does not load it', () => {
  it('finds no problem with the installed sharp', () => expect(installationProblem()).toBeNull())

  it('reports a missing package', () => expect(problem()).toMatch("Cannot find module 'sharp'"))

  it('accepts a binary from npm for this machine', () => {
    installSharp([binary, '@img/sharp-other-x64'])
    write(`${binary}/sharp.node`)
    expect(problem()).toBeUndefined()
  })

  it('accepts a build from source', () => {
    installSharp([])
    write('sharp/src/build/Release/sharp.node')
    expect(problem()).toBeUndefined()
  })

  it('reports a binary that is missing or for another machine', () => {
    installSharp([binary, '@img/sharp-other-x64'])
    write('@img/sharp-other-x64/sharp.node')
    expect(problem()).toBe(`sharp has no binary for ${process.platform} on ${process.arch}.`)
  })
})
