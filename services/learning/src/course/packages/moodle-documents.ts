// Documents of a backup of Moodle, in the thread of packages.
import { readXml } from '@lms/archive/xml'
import { moodleActivity } from '../formats/moodle-backup.ts'
import { quizzesOfBank, readBank, readMoodleQuiz, slotsOf } from '../formats/moodle-quiz.ts'
import type { ParsedQuiz } from '../formats/parsed-quiz.ts'
import { plainOf } from '../formats/read-question.ts'
import { type PackedDocument, taskText } from './foreign-documents.ts'

/** What an activity says, as parts of a page. */
export function moodleActivityIn({ bytes, path, module }: PackedDocument & { module: string }) {
  const { html, ...activity } = moodleActivity(readXml(bytes, path), module)
  return { ...activity, page: taskText(html) }
}

interface QuizDocuments extends PackedDocument {
  /** `questions.xml`, where the backup has it. */
  questions: Uint8Array | null
}

const bankOf = (questions: Uint8Array | null) => readBank(questions && readXml(questions, 'questions.xml'))

export function moodleQuizIn({
  bytes,
  path,
  questions,
}: QuizDocuments): ParsedQuiz & { fields: object; context: string } {
  const root = readXml(bytes, path)
  return { ...readMoodleQuiz(root, bankOf(questions)), context: root.attributes.get('contextid') ?? '' }
}

export const moodleSlotsIn = ({ bytes, path }: PackedDocument) => slotsOf(readXml(bytes, path))

/** Questions of the bank that none of these quizzes asks. */
export function moodleBankIn({
  bytes,
  path,
  used,
}: PackedDocument & { used: ReturnType<typeof slotsOf> }): ParsedQuiz[] {
  return quizzesOfBank(readBank(readXml(bytes, path)), used)
}

export const plainText = ({ html }: { html: string }): string => plainOf(html)
