import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
const clone = mkdtempSync(path.join(tmpdir(), 'plenum-clone-'))
writeFileSync(path.join(clone, 'package.json'), '{"type": "module"}')
afterAll(() => rmSync(clone, { recursive: true }))

/** Runs a file of the repository in a folder that contains no other files of the repository. */
function runAlone(file: string) {
  cpSync(path.join(root, file), path.join(clone, file))
  const { status, stderr } = spawnSync(process.execPath, [path.join(clone, file)], { encoding: 'utf8' })
  return { status, stderr }
}

const jsonOf = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8'))

/** Returns the given packages and the packages that the compiler builds with them. */
function builtWith(folders: readonly string[], built = new Set<string>()): ReadonlySet<string> {
  for (const folder of folders.filter(name => !built.has(name))) {
    built.add(folder)
    const { references = [] } = jsonOf(`${folder}/tsconfig.json`)
    builtWith(
      references.map((reference: { path: string }) => path.join(folder, reference.path)),
      built,
    )
  }
  return built
}

describe('a fresh clone', () => {
  it('needs its dependencies before `npm start`', () => {
    expect(runAlone('tools/build/showBuild.mjs')).toEqual({
      status: 1,
      stderr: 'The dependencies of Plenum are not installed. Run `npm ci`, and start Plenum again.\n',
    })
  })

  it('needs a build before the commands', () => {
    expect(runAlone('packages/server/bin/plenum.js')).toEqual({
      status: 1,
      stderr: 'Plenum has not been built. Run `npm run build` in the directory of the clone, and try again.\n',
    })
  })

  it('contains all packages that programs import after `npm run build`', () => {
    const { scripts, workspaces } = jsonOf('package.json')
    const built = builtWith(scripts.build.match(/packages\/[\w-]+/g))
    const others = new Set(['packages/testkit', 'packages/create-plenum'])
    expect(workspaces.filter((folder: string) => !built.has(folder) && !others.has(folder))).toEqual([])
  })
})
