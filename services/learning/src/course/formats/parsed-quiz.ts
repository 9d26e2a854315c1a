// A quiz of another format, and what became of each of its questions.
import type { QuestionInput } from '../../assessment/questions/question-content.ts'

export interface ParsedQuestion {
  /** Files of its media are addresses in the package. */
  content: QuestionInput
  points: number
  all_or_nothing: boolean
  explanation: string
  /** The pool from which the quiz draws it. */
  label: string | null
}

/** A question of a package, whatever became of it; the notes of one that is null say why. */
export interface ParsedItem {
  /** What names it in its source. */
  id: string
  name: string
  notes: string[]
  question: ParsedQuestion | null
  /** Whether it stands in another place of the quiz. */
  isElsewhere?: true
}

export const leftOut = (id: string, name: string, why: string): ParsedItem => ({
  ...{ id, name, notes: [why], question: null },
})

export interface ParsedQuiz {
  title: string
  description: string
  time_limit_seconds: number | null
  attempts_allowed: number | null
  shuffle_questions: boolean
  shuffle_options: boolean
  draws: { label: string; count: number; source?: 'course' }[]
  items: ParsedItem[]
  notes: string[]
}

export const emptyQuiz = (title: string): ParsedQuiz => ({
  ...{ title, description: '', time_limit_seconds: null, attempts_allowed: null },
  ...{ shuffle_questions: false, shuffle_options: false, draws: [], items: [], notes: [] },
})

/** The label of the questions of a bank, from which quizzes of the course draw. */
export const bankLabel = (ident: string): string => `bank ${ident}`.slice(0, 60)
