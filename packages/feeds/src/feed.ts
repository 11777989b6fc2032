import type { AnswerOf, Feed, FeedTarget, InputOf, OperationName } from '@plenum/core'

interface FeedOptions<N extends OperationName> extends Pick<Feed, 'parameters' | 'type' | 'isPersonal'> {
  input(at: FeedTarget): InputOf<N>
  text(answer: AnswerOf<N>, at: FeedTarget): string | Promise<string>
}

export function feed<N extends OperationName>(view: string, operation: N, options: FeedOptions<N>): Feed {
  const { parameters, type, isPersonal, input, text } = options
  return {
    view,
    operation,
    parameters,
    type,
    ...(isPersonal ? { isPersonal } : {}),
    text: async (site, context, at) => text(await site.run(operation, { ...context, input: () => input(at) }), at),
  }
}
