// The stored form of a question's content.
import { randomInt } from 'node:crypto'
import { type RefusalDetail, Refused } from '@lms/contract'
import { refusals } from './question.contract.ts'
import { optionIdLength, type QuestionContent, type QuestionInput } from './question-content.ts'

/** Gives each part that students choose from a random name. */
export function nameParts(input: QuestionInput): QuestionContent {
  const name = <T extends object>(part: T) => ({ id: randomName(), ...part })
  switch (input.kind) {
    case 'single':
    case 'multiple':
      return { ...input, options: input.options.map(name) }
    case 'match':
      return {
        ...input,
        pairs: input.pairs.map(({ left, right }) => ({
          left: name({ text: left }),
          right: name({ text: right }),
        })),
        others: input.others.map(text => name({ text })),
      }
    case 'cloze':
      return { ...input, gaps: input.gaps.map(name) }
    case 'order':
      return { ...input, items: input.items.map(text => name({ text })) }
    default:
      return input
  }
}

/**
 * The content with the names of the version before: what was answered then can be scored by it. Null if the questions
 * are of different kinds, or have different numbers of parts.
 */
export function withFormerIds(input: QuestionInput, before: QuestionContent): QuestionContent | null {
  const next = nameParts(input)
  const [now, then] = [partsOf(next), partsOf(before)]
  if (next.kind !== before.kind || now.some((parts, index) => parts.length !== then[index]!.length))
    return null
  now.forEach((parts, index) => {
    parts.forEach((part, partIndex) => {
      part.id = then[index]![partIndex]!.id
    })
  })
  return next
}

/** The named parts of a content, list by list. */
function partsOf(content: QuestionContent): { id: string }[][] {
  switch (content.kind) {
    case 'single':
    case 'multiple':
      return [content.options]
    case 'match':
      return [content.pairs.map(({ left }) => left), content.pairs.map(({ right }) => right), content.others]
    case 'cloze':
      return [content.gaps]
    case 'order':
      return [content.items]
    default:
      return []
  }
}

/** Refuses a question that nobody could answer, or that has more than one right option where one is asked for. */
export function checkQuestion(input: QuestionInput): void {
  const details = problems(input)
  if (details.length) throw new Refused(refusals.question_unanswerable, undefined, { details })
}

function problems(input: QuestionInput): RefusalDetail[] {
  const at = (path: string, message: string): RefusalDetail[] => [{ path: `body.content.${path}`, message }]
  switch (input.kind) {
    case 'single': {
      const right = input.options.filter(({ correct }) => correct).length
      return right === 1 ? [] : at('options', `has ${right} right options, and needs exactly one`)
    }
    case 'multiple':
      return input.options.some(({ correct }) => correct) ? [] : at('options', 'has no right option')
    case 'cloze': {
      const standing = [...input.text.matchAll(/\{(\d+)\}/g)].map(([, number]) => Number(number))
      const expected = input.gaps.map((_, index) => index + 1)
      const right = expected.every(number => standing.filter(each => each === number).length === 1)
      return right && standing.length === expected.length
        ? []
        : at('text', `must contain each of {1} to {${expected.length}} once`)
    }
    default:
      return []
  }
}

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'
const randomName = () =>
  Array.from({ length: optionIdLength }, () => letters[randomInt(letters.length)]).join('')
