/** Questions of a computation that has no answers yet: the caller runs it again with the answers. */

export interface Question {
  readonly text: string
  readonly values: readonly (string | number | bigint | null)[]
  /** Identifies the question: its text and its values. */
  readonly key: string
}

/** Ends a computation at a question. The computation must not catch it. */
export class Unanswered extends Error {
  readonly questions: readonly Question[]
  constructor(questions: readonly Question[]) {
    super('Asked of a database outside of a snapshot.')
    this.questions = questions
  }
}

/** Evaluates independent parts and collects the questions of all of them, so that they are asked at once. */
export function together<T>(asks: readonly (() => T)[]): T[] {
  const questions: Question[] = []
  const results: T[] = []
  for (const ask of asks) {
    try {
      results.push(ask())
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error
      questions.push(...error.questions)
    }
  }
  if (questions.length > 0) throw new Unanswered(questions)
  return results
}
