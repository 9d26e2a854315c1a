// A file of questions by itself: QTI 1.2 to 3.0, Moodle's XML, GIFT and Aiken.
import { pageTextIn } from '@lms/archive/charset'
import { ArchiveRefused } from '@lms/archive/refused'
import { readXml } from '@lms/archive/xml'
import { readAiken, readGift } from '../formats/gift.ts'
import { readMoodleXml } from '../formats/moodle-xml.ts'
import { emptyQuiz, type ParsedQuiz } from '../formats/parsed-quiz.ts'
import { withNamesOfQti2 } from '../formats/qti-names.ts'
import { readQti12 } from '../formats/qti12.ts'
import { readItem } from '../formats/qti21.ts'
import type { PackedDocument } from './foreign-documents.ts'

/** The quizzes of a file of questions; throws `ArchiveRefused` for another one. */
export function questionFileIn({ bytes, path, title }: PackedDocument & { title: string }): {
  quizzes: ParsedQuiz[]
} {
  const quizzes = /\.xml$/i.test(path)
    ? quizzesOfXml({ bytes, path }, title)
    : quizzesOfText(pageTextIn(bytes), title)
  if (quizzes.length === 0)
    throw new ArchiveRefused(`${path.slice(0, 200)} is no file of questions that can be read.`)
  return { quizzes }
}

function quizzesOfXml({ bytes, path }: PackedDocument, title: string): ParsedQuiz[] {
  const root = withNamesOfQti2(readXml(bytes, path))
  if (root.name === 'questestinterop') return [readQti12(root, title)]
  if (root.name === 'assessmentItem') return [{ ...emptyQuiz(title), items: readItem(root, path) }]
  return root.name === 'quiz' ? readMoodleXml(root, title) : []
}

/** Braces are GIFT, lines of answers are Aiken. */
function quizzesOfText(text: string, title: string): ParsedQuiz[] {
  if (/^[^\S\n]*ANSWER:[^\S\n]*[A-Z]\s*$/m.test(text)) return readAiken(text, title)
  const begin = text.indexOf('{')
  return begin >= 0 && text.lastIndexOf('}') > begin ? readGift(text, title) : []
}
