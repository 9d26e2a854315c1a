// The thread of `sanitizing.ts`.
import { answerJobs } from './answer-jobs.ts'
import { cleaned, type HtmlPart } from './html.ts'

const jobs = { clean: (parts: readonly HtmlPart[]) => parts.map(cleaned) }
export type SanitizingJobs = typeof jobs

answerJobs(jobs)
