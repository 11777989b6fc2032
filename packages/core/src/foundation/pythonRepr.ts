/**
 * Quotes a string in the same way as Python's `repr`, because clients parse the messages of validation errors
 * (docs/http-answers.md, Validation errors).
 */
function quoted(text: string): string {
  const escaped = text.replace(
    /[\\\n\r\t]/g,
    character => ({ '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' })[character] ?? character,
  )
  return escaped.includes("'") && !escaped.includes('"') ? `"${escaped}"` : `'${escaped.replaceAll("'", "\\'")}'`
}

function entry({ field, message }: { readonly field: string | null; readonly message: string }): string {
  if (field === null) return `{'error': 'ValidationError', 'message': ${quoted(message)}}`
  return `{'message': ${quoted(message)}, 'field': ${quoted(field)}, 'error': 'ValidationError'}`
}

/** Formats validation errors in the form that Plone clients expect. */
export function pythonRepr(problems: readonly { readonly field: string | null; readonly message: string }[]): string {
  return `[${problems.map(entry).join(', ')}]`
}
