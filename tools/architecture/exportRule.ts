import type { ExportNamedDeclaration, ModuleItem } from '@swc/core'
import { type Offence, placeOf } from './offence.js'
import { isEntryPoint } from './places.js'
import type { SourceFile } from './sourceFile.js'

/** The files that must have a default export, because the test runner requires it. */
const mayExportDefault = ['jest.config.ts', 'packages/testkit/test/provideRedis.ts']

/** Checks that all exports have names. Default exports are not allowed, including `{ x as default }`. */
export function defaultExportOffences(sources: readonly SourceFile[]): Offence[] {
  return sources
    .filter(({ path }) => !mayExportDefault.includes(path))
    .flatMap(source =>
      source.body.filter(isDefaultExport).map(item => ({
        place: placeOf(source, item),
        what: 'exports a default',
        why: 'an export has a name',
      })),
    )
}

/** Checks that files list their exports by name. `export *` is not allowed, with or without a name. */
export function starExportOffences(sources: readonly SourceFile[]): Offence[] {
  return sources.flatMap(source =>
    source.body.filter(isStarExport).map(item => ({
      place: placeOf(source, item),
      what: 'exports *',
      why: 'exports are listed by name',
    })),
  )
}

export function barrelOffences(sources: readonly SourceFile[]): Offence[] {
  return sources
    .filter(({ path, body }) => !isEntryPoint(path) && onlyReExports(body))
    .map(({ path }) => ({ place: path, what: 'only re-exports', why: 'importers name the file that declares' }))
}

function isDefaultExport(item: ModuleItem): boolean {
  if (item.type !== 'ExportNamedDeclaration') {
    return ['ExportDefaultDeclaration', 'ExportDefaultExpression', 'TsExportAssignment'].includes(item.type)
  }
  return item.specifiers.some(specifier => {
    if (specifier.type !== 'ExportSpecifier') return specifier.type === 'ExportDefaultSpecifier'
    return (specifier.exported ?? specifier.orig).value === 'default'
  })
}

function isStarExport(item: ModuleItem): boolean {
  if (item.type === 'ExportAllDeclaration') return true
  return (
    item.type === 'ExportNamedDeclaration' && item.specifiers.some(({ type }) => type === 'ExportNamespaceSpecifier')
  )
}

function onlyReExports(body: readonly ModuleItem[]): boolean {
  const imported = new Set(
    body.flatMap(item => (item.type === 'ImportDeclaration' ? item.specifiers.map(({ local }) => local.value) : [])),
  )
  const others = body.filter(({ type }) => type !== 'ImportDeclaration')
  return others.length > 0 && others.every(item => isReExport(item, imported))
}

function isReExport(item: ModuleItem, imported: ReadonlySet<string>): boolean {
  if (item.type === 'ExportAllDeclaration') return true
  return item.type === 'ExportNamedDeclaration' && (Boolean(item.source) || exportsOnly(item, imported))
}

function exportsOnly({ specifiers }: ExportNamedDeclaration, imported: ReadonlySet<string>): boolean {
  if (specifiers.length === 0) return false
  return specifiers.every(specifier => specifier.type === 'ExportSpecifier' && imported.has(specifier.orig.value))
}
