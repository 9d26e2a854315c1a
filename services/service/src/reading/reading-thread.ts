// The thread of `in-reading-thread.ts`.
import { answerJobs } from '@lms/content/answer-jobs'
import { bookIn } from './workbook-book.ts'
import { rowsOf, stringsOf } from './workbook-parts.ts'

const jobs = { book: bookIn, rows: rowsOf, strings: stringsOf }
export type ReadingJobs = typeof jobs

answerJobs(jobs)
