/** Questions of a reading that are not answered yet: whoever began it calls it again with the answers. */

export interface Question {
  readonly text: string
  readonly values: readonly (string | number | bigint | null)[]
  /** Of both. */
  readonly key: string
}

/** Ends a reading at what it asks. Not to be caught by what reads. */
export class Unanswered extends Error {
  readonly questions: readonly Question[]
  constructor(questions: readonly Question[]) {
    super('Asked of a database outside of a snapshot.')
    this.questions = questions
  }
}

/** What each of these gives, where none depends on what another one is answered: what they ask is asked at once. */
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
