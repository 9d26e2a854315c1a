// The thread of `api.ts`.
import { answerJobs } from '@lms/content/answer-jobs'
import { XMLParser } from 'fast-xml-parser'

const listed = ['attendee', 'recording', 'format']
const parser = new XMLParser({ parseTagValue: false, isArray: name => listed.includes(name) })

const jobs = { parse: (text: string): unknown => parser.parse(text) }
export type XmlJobs = typeof jobs

answerJobs(jobs)
