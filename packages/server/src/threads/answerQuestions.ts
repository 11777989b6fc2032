import { parentPort } from 'node:worker_threads'
import type { Answered, Asked } from './openThread.js'

/** For the program of a thread: what it answers, and the memory of it that is handed over and not copied. */
export function answerQuestions<Question, Answer>(
  answerTo: (question: Question) => Answer,
  handedOver: (answer: Answer) => readonly ArrayBuffer[] = () => [],
): void {
  parentPort?.on('message', ({ id, question }: Asked<Question>) => {
    const answer = answerTo(question)
    const answered: Answered<Answer> = { id, answer }
    parentPort?.postMessage(answered, handedOver(answer))
  })
}
