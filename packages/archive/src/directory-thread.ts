// The thread of `archive.ts`.
import { answerJobs } from '@lms/content/answer-jobs'
import { directoryIn } from './directory.ts'

const jobs = { directory: directoryIn }
export type DirectoryJobs = typeof jobs

answerJobs(jobs)
