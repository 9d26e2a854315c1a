// The thread of `in-text-thread.ts`.
import { answerJobs } from '@lms/content/answer-jobs'
import { sliceInThread } from './slice.ts'
import { beginningIn } from './text-beginning.ts'

const jobs = { beginning: beginningIn, slice: sliceInThread }
export type TextJobs = typeof jobs

answerJobs(jobs)
