// How well the planner understands the questions that administrators ask: each one stands in a file with the call that
// answers it, or `doubt` where nothing that it reads does.
import { readFileSync } from 'node:fs'
import type { Catalog } from '../catalog.ts'
import { catalog } from '../catalog.ts'
import { plan } from '../planner/plan.ts'
import type { Language } from '../planner/words/intents.ts'
import { now, questionSchool } from './school.ts'

export interface Scored {
  readonly question: string
  readonly expected: string
  /** What the planner did; `doubt` where it said that it did not understand. */
  readonly actual: string
  /** `doubted`: not right, and it said so. */
  readonly result: 'right' | 'doubted' | 'wrong'
}

/** The questions of a language, with what is expected. */
export const questionsOf = (language: Language): { question: string; expected: string }[] =>
  readFileSync(new URL(`./questions/${language}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map(line => {
      const [question = '', expected = ''] = line.split(' | ')
      return { question, expected }
    })

/** What the planner makes of a question: intent and calls. */
export async function understood(question: string, tools: Catalog): Promise<string> {
  const { ask, requests } = questionSchool(tools)
  const sender = { school: 'sch_questions' }
  const answer = await plan(question, { ask, now, sender, tools })
  if (!answer.understood) return 'doubt'
  const proposed = answer.proposals.map(({ method, path, body }) => {
    const values = Object.entries(body ?? {}).map(([name, value]) => ` ${name}=${value}`)
    return `${method} ${path.replace(/[a-z]{3}_\w{26}/, '{id}')}${values.join('')}`
  })
  return [answer.intent, [...requests, ...proposed].join(' + ')].join(' ').trim()
}

/**
 * Calls as they are compared: an order or number of items counts only where the expectation names it, and whether money
 * of the test mode is left out does not.
 */
function comparable(text: string, expected: string): string {
  const counts = (word: string) =>
    !['limit=', 'sort=', 'test='].some(begin => word.startsWith(begin) && !expected.includes(begin))
  return text
    .split(' + ')
    .map(call => call.split(' ').filter(counts).sort().join(' '))
    .join(' + ')
}

/** The scores of a language, question by question. */
export async function scoresOf(language: Language): Promise<Scored[]> {
  const tools = await catalog()
  const scored: Scored[] = []
  for (const { question, expected } of questionsOf(language)) {
    const actual = await understood(question, tools)
    const isRight = comparable(actual, expected) === comparable(expected, expected)
    scored.push({
      question,
      expected,
      actual,
      result: isRight ? 'right' : actual === 'doubt' ? 'doubted' : 'wrong',
    })
  }
  return scored
}
