// The thread of `read-document.ts`: all that somebody has written into a package is read here.
import { ArchiveRefused } from '@lms/archive/refused'
import { readXml } from '@lms/archive/xml'
import { answerJobs } from '@lms/content/answer-jobs'
import { canvasCourse, canvasModules, canvasRubrics } from '../formats/canvas.ts'
import { moodleBackup, moodleFiles, moodleModule, moodleSection } from '../formats/moodle-backup.ts'
import { readTest } from '../formats/qti-test.ts'
import { readQti12 } from '../formats/qti12.ts'
import { readItem } from '../formats/qti21.ts'
import { contentPackageIn } from '../formats/read-content-package.ts'
import { checkLesson } from './check-lesson.ts'
import { firstIssue } from './fault-text.ts'
import {
  assignmentIn,
  assignmentPageIn,
  canvasQuizIn,
  discussionIn,
  htmlParts,
  linkIn,
  linkParts,
  type PackedDocument,
  pageIn,
} from './foreign-documents.ts'
import { moodleActivityIn, moodleBankIn, moodleQuizIn, moodleSlotsIn, plainText } from './moodle-documents.ts'
import { Manifest } from './package-format.ts'
import { questionFileIn } from './question-file.ts'

function jsonIn({ bytes, path }: PackedDocument): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new ArchiveRefused(`${path} is no JSON.`)
  }
}

function manifestIn(document: PackedDocument): Manifest {
  const { data, error } = Manifest.safeParse(jsonIn(document))
  if (!data) throw new ArchiveRefused(`${document.path}: ${firstIssue(error!)}`)
  return data
}

const xmlOf = ({ bytes, path }: PackedDocument) => readXml(bytes, path)

const jobs = {
  manifest: manifestIn,
  lesson: (document: PackedDocument) => checkLesson({ name: document.path, value: jsonIn(document) }),
  madeLesson: checkLesson,
  content: ({ bytes, path }: PackedDocument) => contentPackageIn(bytes, path),
  canvasModules: (document: PackedDocument) => canvasModules(xmlOf(document)),
  canvasRubrics: (document: PackedDocument) => canvasRubrics(xmlOf(document)),
  canvasCourse: (document: PackedDocument) => canvasCourse(xmlOf(document)),
  canvasQuiz: canvasQuizIn,
  quiz12: ({ title, ...document }: PackedDocument & { title: string }) => readQti12(xmlOf(document), title),
  test: ({ title, ...document }: PackedDocument & { title: string }) => readTest(xmlOf(document), title),
  item: (document: PackedDocument) => readItem(xmlOf(document), document.path),
  questionFile: questionFileIn,
  moodleBackup: (document: PackedDocument) => moodleBackup(xmlOf(document)),
  moodleSection: (document: PackedDocument) => moodleSection(xmlOf(document)),
  moodleFiles: (document: PackedDocument) => moodleFiles(xmlOf(document)),
  moodleModule: (document: PackedDocument) => moodleModule(xmlOf(document)),
  moodleActivity: moodleActivityIn,
  moodleQuiz: moodleQuizIn,
  moodleSlots: moodleSlotsIn,
  moodleBank: moodleBankIn,
  plainText,
  link: linkIn,
  address: linkParts,
  discussion: discussionIn,
  assignment: assignmentIn,
  assignmentPage: assignmentPageIn,
  page: pageIn,
  html: htmlParts,
}
export type PackageJobs = typeof jobs

answerJobs(jobs)
