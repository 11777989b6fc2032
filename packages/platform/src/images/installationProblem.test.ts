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

describe('whether images can be scaled is told without loading sharp', () => {
  it('here, where it is installed', () => expect(installationProblem()).toBeNull())

  it('where it is not installed', () => expect(problem()).toMatch("Cannot find module 'sharp'"))

  it('where npm brought a binary for this machine', () => {
    installSharp([binary, '@img/sharp-other-x64'])
    write(`${binary}/sharp.node`)
    expect(problem()).toBeUndefined()
  })

  it('where it was built from source', () => {
    installSharp([])
    write('sharp/src/build/Release/sharp.node')
    expect(problem()).toBeUndefined()
  })

  it('where the binary is missing, or is one for another machine', () => {
    installSharp([binary, '@img/sharp-other-x64'])
    write('@img/sharp-other-x64/sharp.node')
    expect(problem()).toBe(`sharp has no binary for ${process.platform} on ${process.arch}.`)
  })
})
