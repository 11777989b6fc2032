import type { Command } from 'commander'

const codeBlock = /^```(?:sh|console)\n(.*?)^```$/gms
const inlineCode = /`([^`\n]+)`/g

/**
 * Matches `plenum` where it is a program: at the beginning of a command, after `npx`, as a path, or after the name of a
 * container.
 */
const invocation =
  /(?:^|[;&|(] *|npx |\bexec plenum |--rm .*\bplenum |sudo -u \S+ |\$ |node \S*\/)plenum(?:\.js)? (.*)$/

/** Returns the arguments of each `plenum` command in the code of a document, without comments and redirections. */
export function commandsIn(document: string): readonly string[] {
  const blocks = [...document.matchAll(codeBlock)].flatMap(([, code = '']) => code.replaceAll('\\\n', ' ').split('\n'))
  const spans = [...document.replaceAll(codeBlock, '').matchAll(inlineCode)].map(([, code = '']) => code)
  return [...blocks, ...spans]
    .flatMap(line => invocation.exec(line)?.[1] ?? [])
    .map(args => args.split(/ +[#>&|<]/)[0] ?? '')
}

/** Returns the first subcommand or option that a command does not accept, or null if it accepts all arguments. */
export function unknownIn(program: Command, args: string): string | null {
  const words = args.split(/\s+/).filter(Boolean)
  const { command, rest } = descend(program, words)
  const options = [...program.options, ...command.options].flatMap(({ long, short }) => [long, short])
  const isKnown = (word: string): boolean => word === '--help' || options.includes(word.replace(/=.*/, ''))
  const unknown = rest.find(word => word.startsWith('--') && !isKnown(word))
  if (unknown) return unknown
  const [first = ''] = rest
  return command.commands.length > 0 && /^[a-z]/.test(first) ? first : null
}

function descend(command: Command, [word, ...rest]: readonly string[]): { command: Command; rest: readonly string[] } {
  const option = command.options.find(({ long }) => long === word)
  if (option && command.parent === null) return descend(command, option.required ? rest.slice(1) : rest)
  const inner = command.commands.find(one => one.name() === word)
  return inner ? descend(inner, rest) : { command, rest: word === undefined ? [] : [word, ...rest] }
}
