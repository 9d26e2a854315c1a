// The thread of `plan.ts`. It begins with the catalog of its process.
import { workerData } from 'node:worker_threads'
import { answerJobs } from '@lms/content/answer-jobs'
import { Catalog, type PlainTool } from '../catalog.ts'
import { type QuestionInput, Understanding } from './understand.ts'

const understanding = new Understanding(new Catalog(workerData as readonly PlainTool[]))
const jobs = { understand: (input: QuestionInput) => understanding.of(input) }
export type UnderstandingJobs = typeof jobs

answerJobs(jobs)
