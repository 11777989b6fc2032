// Marks calls in top-level constants as pure. Bundlers remove an unused value only if its evaluation has no side
// effects, which they cannot know for calls. The packages declare `sideEffects: false` for all modules, so no top-level
// call has side effects.
import { readFileSync } from 'node:fs'
import { parseSync } from '@swc/core'

/** An esbuild plugin that marks the values of top-level constants as pure. */
export const pureTopLevel = {
  name: 'pure-top-level',
  setup({ onLoad }) {
    onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => ({
      contents: markAsPure(readFileSync(path)),
      loader: 'ts',
    }))
  },
}

/** The kinds of expressions that bundlers remove even without a mark. */
const removable = new Set([
  'ArrowFunctionExpression',
  'BooleanLiteral',
  'FunctionExpression',
  'NullLiteral',
  'NumericLiteral',
  'RegExpLiteral',
  'StringLiteral',
])

/** Wraps values in immediately invoked functions that are marked as pure, without changing line numbers. */
function markAsPure(source) {
  const values = parseSync(source.toString(), { syntax: 'typescript' })
    .body.flatMap(statement => (statement.declaration ?? statement).declarations ?? [])
    .flatMap(({ id, init }) => (id.type === 'Identifier' && init && !removable.has(init.type) ? [init.span] : []))
  const parts = []
  let end = 0
  // The parser counts positions in UTF-8 bytes, beginning with 1.
  for (const span of values) {
    parts.push(
      source.subarray(end, span.start - 1),
      '/* @__PURE__ */ (() => (',
      source.subarray(span.start - 1, span.end - 1),
      '))()',
    )
    end = span.end - 1
  }
  return [...parts, source.subarray(end)].join('')
}
