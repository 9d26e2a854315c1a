// The thread of `in-reading-thread.ts`.
import { answerJobs } from '@lms/content/answer-jobs'
import { sliceInThread } from '../imports/slice.ts'
import { beginningIn } from '../imports/text-beginning.ts'
import { bookIn } from './workbook-book.ts'
import { rowsOf, stringsOf } from './workbook-parts.ts'

const jobs = { book: bookIn, rows: rowsOf, strings: stringsOf, beginning: beginningIn, slice: sliceInThread }
export type ReadingJobs = typeof jobs

answerJobs(jobs)
