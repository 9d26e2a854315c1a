// How well the planner understands the questions that administrators ask: each one stands in a file with the call that
// answers it, or `doubt` where nothing that it reads does.
import { readFileSync } from 'node:fs'
import type { Catalog } from '../catalog.ts'
import { catalog } from '../catalog.ts'
import { plan } from '../planner/plan.ts'
import type { Language } from '../planner/words/intents.ts'
import { namedPath, now, questionSchool } from './school.ts'

export interface Scored {
  readonly question: string
  readonly expected: string
  /** What the planner did; `doubt` where it said that it did not understand. */
  readonly actual: string
  /** `doubted`: not right, and it said so. */
  readonly result: 'right' | 'doubted' | 'wrong'
}

/** Lists of questions; those that were kept were written when the planner was ready, and it was not mended by them. */
export type QuestionList = Language | `kept-${Language}`

/** The questions of a list, with what is expected. */
export const questionsOf = (list: QuestionList): { question: string; expected: string }[] =>
  readFileSync(new URL(`./questions/${list}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map(line => {
      const at = line.indexOf(' | ')
      const [question, expected] = [line.slice(0, at), line.slice(at + 3)]
      return { question, expected }
    })

/** What the planner makes of a question: intent and calls. */
export async function understood(question: string, tools: Catalog): Promise<string> {
  const { ask, requests } = questionSchool(tools)
  const sender = { school: 'sch_questions' }
  const answer = await plan(question, { ask, now, sender, tools })
  if (!answer.understood) return 'doubt'
  const proposed = answer.proposals.map(({ method, path, body }) => {
    const values = Object.entries(body ?? {}).map(([name, value]) => ` ${name}=${namedPath(String(value))}`)
    return `${method} ${namedPath(path)}${values.join('')}`
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
  const withNames = expected.includes('=@') && !/=@(?= |$)/.test(expected)
  return (withNames ? text : text.replace(/=@\S+/g, '=@'))
    .split(' + ')
    .map(call => call.split(' ').filter(counts).sort().join(' '))
    .join(' + ')
}

/** The score of one question. */
export async function scoreOf(
  { question, expected }: { question: string; expected: string },
  tools: Catalog,
): Promise<Scored> {
  const actual = await understood(question, tools)
  const isRight = expected.split(' || ').some(each => comparable(actual, each) === comparable(each, each))
  const result = isRight ? 'right' : actual === 'doubt' ? 'doubted' : 'wrong'
  return { question, expected, actual, result }
}

/** The scores of a list, question by question. */
export async function scoresOf(list: QuestionList): Promise<Scored[]> {
  const tools = await catalog()
  const scored: Scored[] = []
  for (const question of questionsOf(list)) scored.push(await scoreOf(question, tools))
  return scored
}
