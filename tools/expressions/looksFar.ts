const parts = /\\.|\(\?<?[=!]|[()[\]*+]|\{\d{1,9},\}/gs

/** Whether an expression has a back-reference, or a lookaround with an unbounded repetition. */
export function looksFar(source: string): boolean {
  const looksAround: boolean[] = []
  let isInClass = false
  for (const [part] of source.matchAll(parts)) {
    if (isInClass || part === '[') isInClass = part !== ']'
    else if (/^\\[1-9k]/.test(part)) return true
    else if (part.startsWith('(')) looksAround.push(part !== '(' || looksAround.at(-1) === true)
    else if (part === ')') looksAround.pop()
    else if (!part.startsWith('\\') && looksAround.at(-1)) return true
  }
  return false
}
