// The thread of `read-document.ts`: all that somebody has written into a package is read here.
import { ArchiveRefused } from '@lms/archive/refused'
import { readXml } from '@lms/archive/xml'
import { answerJobs } from '@lms/content/answer-jobs'
import { readQti12 } from '../formats/qti12.ts'
import { readItem, readTest } from '../formats/qti21.ts'
import { contentPackageIn } from '../formats/read-content-package.ts'
import { checkLesson } from './check-lesson.ts'
import { firstIssue } from './fault-text.ts'
import { assignmentIn, discussionIn, linkIn, type PackedDocument, pageIn } from './foreign-documents.ts'
import { Manifest } from './package-format.ts'

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

const jobs = {
  manifest: manifestIn,
  lesson: (document: PackedDocument) => checkLesson({ name: document.path, value: jsonIn(document) }),
  madeLesson: checkLesson,
  content: ({ bytes }: PackedDocument) => contentPackageIn(bytes),
  quiz12: ({ bytes, path, title }: PackedDocument & { title: string }) => {
    const problems: string[] = []
    const quiz = readQti12(readXml(bytes, path), title, problem => void problems.push(problem))
    return { quiz, problems }
  },
  test: ({ bytes, path }: PackedDocument) => readTest(readXml(bytes, path)),
  item: ({ bytes, path }: PackedDocument) => readItem(readXml(bytes, path)),
  link: linkIn,
  discussion: discussionIn,
  assignment: assignmentIn,
  page: pageIn,
}
export type PackageJobs = typeof jobs

answerJobs(jobs)
