import type { ExportDeclaration, ModuleItem } from '@swc/core'
import { entryPointNamedBy } from './places.js'
import type { SourceFile } from './sourceFile.js'

interface Exported {
  readonly name: string
  readonly typeOnly: boolean
}

/**
 * Returns the sorted names that a package or an entry point such as `core/polls` exports, with types as `type X`.
 * Returns an empty list if the package or entry point does not exist.
 */
export function publicExportsOf(name: string, sources: readonly SourceFile[]): string[] {
  const index = sources.find(({ path }) => path === entryPointNamedBy(`@plenum/${name}`))
  return (index?.body ?? [])
    .flatMap(exportsOf)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(exported => (exported.typeOnly ? `type ${exported.name}` : exported.name))
}

function exportsOf(item: ModuleItem): Exported[] {
  switch (item.type) {
    case 'ExportNamedDeclaration':
      return item.specifiers.map(specifier => {
        if (specifier.type === 'ExportNamespaceSpecifier')
          return { name: specifier.name.value, typeOnly: item.typeOnly }
        if (specifier.type === 'ExportDefaultSpecifier') return { name: 'default', typeOnly: item.typeOnly }
        const { exported, orig, isTypeOnly } = specifier
        return { name: (exported ?? orig).value, typeOnly: item.typeOnly || isTypeOnly }
      })
    case 'ExportDeclaration':
      return declaredBy(item)
    case 'ExportAllDeclaration':
      return [{ name: `* from ${item.source.value}`, typeOnly: false }]
    case 'ExportDefaultDeclaration':
    case 'ExportDefaultExpression':
      return [{ name: 'default', typeOnly: false }]
    default:
      return []
  }
}

function declaredBy({ declaration }: ExportDeclaration): Exported[] {
  switch (declaration.type) {
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
      return [{ name: declaration.identifier.value, typeOnly: false }]
    case 'VariableDeclaration':
      return declaration.declarations.flatMap(({ id }) =>
        id.type === 'Identifier' ? [{ name: id.value, typeOnly: false }] : [],
      )
    case 'TsInterfaceDeclaration':
    case 'TsTypeAliasDeclaration':
      return [{ name: declaration.id.value, typeOnly: true }]
    default:
      return [{ name: String(declaration.id.value), typeOnly: false }]
  }
}
