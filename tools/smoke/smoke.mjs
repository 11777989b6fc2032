// `npm run smoke` checks that the packages work outside this repository, in every supported runtime.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { checkApplications, checkApplicationTypes, installApplications } from './applications.mjs'
import { checkBundles } from './bundles.mjs'
import { checkCreatedFolders } from './created.mjs'
import { checkExamples } from './examples.mjs'
import { installPackages, packPackages } from './packages.mjs'
import { checkComments, checkManifests, checkTypes } from './published.mjs'
import { fetchRuntimes } from './runtimes.mjs'
import { checkService } from './service.mjs'
import { checkUpgrade } from './upgrade.mjs'

const place = mkdtempSync(path.join(tmpdir(), 'plenum-smoke-'))
const tarballs = path.join(place, 'tarballs')
const program = path.join(place, 'program')
const applications = path.join(place, 'applications')
const startedAt = performance.now()

const failures = []

/** Runs a step, and prints its result and duration. Errors are not caught, because later steps depend on this step. */
async function step(name, task) {
  const start = performance.now()
  const result = await task()
  const detail = typeof result === 'string' ? `: ${result}` : ''
  console.log(`${name}${detail} (${((performance.now() - start) / 1000).toFixed(1)} s)`)
  return result
}

/** Runs an independent step. Later steps run even if this step fails. */
async function check(name, task) {
  await step(name, task).catch(error => {
    console.error(`FAILED ${name}: ${error.message}`)
    failures.push(name)
  })
}

try {
  for (const folder of [tarballs, program, applications]) mkdirSync(folder)
  await step('packed', () => packPackages(tarballs))
  await step('installed in an empty folder', () => installPackages(tarballs, program))
  await check('what the manifests promise', () => checkManifests(program))
  await check('types for a program that imports everything', () => checkTypes(program))
  await step('applications of the repository', () => installApplications(tarballs, applications))
  await check('applications with the strictest types', () => checkApplicationTypes(applications))
  await check('pages that comments name', () => checkComments(program))
  await check('bundles for a browser', () => checkBundles(program))
  await check('folders of create-plenum', () => checkCreatedFolders(place, tarballs))
  await check('upgrade from the previous release, and back', () => checkUpgrade(place, program))
  const runtimes = await step('fetched the runtimes', fetchRuntimes)
  for (const runtime of runtimes) await check(`examples on ${runtime.name}`, () => checkExamples(program, runtime))
  for (const runtime of runtimes)
    await check(`applications on ${runtime.name}`, () => checkApplications(applications, runtime))
  for (const runtime of runtimes.filter(({ isNode }) => isNode))
    await check(`plenum serve on ${runtime.name}`, () => checkService(program, runtime))
} catch (error) {
  console.error(`FAILED ${error.message}`)
  failures.push('a step that all others need')
} finally {
  rmSync(place, { recursive: true, force: true })
}

const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
console.log(
  failures.length > 0 ? `Not everything works: ${failures.join(', ')}.` : `Everything works, after ${seconds} s.`,
)
process.exitCode = failures.length > 0 ? 1 : 0
