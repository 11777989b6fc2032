/** What stands in a list more than once, each once. */
export const repeatedNames = (names: readonly string[]): readonly string[] => {
  const known = new Set<string>()
  return [...new Set(names.filter(name => known.has(name) || !known.add(name)))]
}
