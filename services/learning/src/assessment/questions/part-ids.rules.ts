// The stored form of a question's content.
import { randomInt } from 'node:crypto'
import { type RefusalDetail, Refused } from '@lms/contract'
import { refusals } from './question.contract.ts'
import { optionIdLength, type QuestionChange, type QuestionContent } from './question-content.ts'

type Part = string | { id?: string | undefined; text: string }
const textOf = (part: Part) => (typeof part === 'string' ? part : part.text)

/** Gives each part that students choose from a random name, whatever it is called in the input. */
export function nameParts(input: QuestionChange): QuestionContent {
  const name = <T extends object>(part: T) => ({ ...part, id: randomName() })
  const nameText = (part: Part) => name({ text: textOf(part) })
  switch (input.kind) {
    case 'single':
    case 'multiple':
      return { ...input, options: input.options.map(name) }
    case 'match':
      return {
        ...input,
        pairs: input.pairs.map(({ left, right }) => ({ left: nameText(left), right: nameText(right) })),
        others: input.others.map(nameText),
      }
    case 'cloze':
      return { ...input, gaps: input.gaps.map(name) }
    case 'order':
      return { ...input, items: input.items.map(nameText) }
    default:
      return input
  }
}

/**
 * The content with the names of the version before: what was answered then is scored by it. A part is the one whose id it
 * has, else the only one with its words; never the one in its place. Refuses questions of different kinds or numbers of
 * parts, and parts that are none of the former ones.
 */
export function withFormerIds(input: QuestionChange, before: QuestionContent): QuestionContent {
  const next = nameParts(input)
  const [sent, now, then] = [partLists(input), partLists(next), partLists(before)]
  if (next.kind !== before.kind || sent.some((parts, index) => parts.length !== then[index]!.length))
    throw new Refused(refusals.question_regrade_differs)
  const details = sent.flatMap((parts, index) =>
    formerIds(parts, then[index]!).flatMap((id, place): RefusalDetail[] => {
      const { part, path } = now[index]![place]!
      if (id === null)
        return [
          { path: `body.content.${path}`, message: 'is not one of the present parts, or one of several' },
        ]
      part.id = id
      return []
    }),
  )
  if (details.length)
    throw new Refused(refusals.question_parts_unknown, undefined, { details: details.slice(0, 50) })
  return next
}

interface ListedPart {
  part: { id?: string | undefined }
  /** What students read of it. */
  words: string
  path: string
}

/** For each part the id of the former one that it is; null where that cannot be told. */
function formerIds(parts: readonly ListedPart[], then: readonly ListedPart[]): (string | null)[] {
  const sentIds = parts.map(({ part }) => part.id)
  const unnamed = parts.filter(({ part }) => part.id === undefined)
  const remaining = then.filter(({ part }) => !sentIds.includes(part.id))
  return parts.map(({ part, words }) => {
    if (part.id === undefined) {
      const same = remaining.filter(each => each.words === words)
      const isOnly = same.length === 1 && unnamed.filter(each => each.words === words).length === 1
      return isOnly ? same[0]!.part.id! : null
    }
    const isOnly = sentIds.filter(id => id === part.id).length === 1
    return isOnly && then.some(each => each.part.id === part.id) ? part.id : null
  })
}

/** The parts of a content, in lists in which each may take any place. */
function partLists(content: QuestionChange): ListedPart[][] {
  const listed = (part: Part, path: string): ListedPart => ({
    part: typeof part === 'string' ? {} : part,
    words: textOf(part),
    path,
  })
  switch (content.kind) {
    case 'single':
    case 'multiple':
      return [content.options.map((option, index) => listed(option, `options.${index}`))]
    case 'match': {
      const pairs = [...content.pairs.entries()]
      return [
        pairs.map(([index, { left }]) => listed(left, `pairs.${index}.left`)),
        [
          ...pairs.map(([index, { right }]) => listed(right, `pairs.${index}.right`)),
          ...content.others.map((other, index) => listed(other, `others.${index}`)),
        ],
      ]
    }
    case 'cloze': {
      const words = gapWords(content.text)
      return [content.gaps.map((part, index) => ({ part, words: words(index + 1), path: `gaps.${index}` }))]
    }
    case 'order':
      return [content.items.map((item, index) => listed(item, `items.${index}`))]
    default:
      return []
  }
}

/** A gap has no words of its own: it is where it stands in its text, whatever its number. */
function gapWords(text: string): (number: number) => string {
  const numbers = [...text.matchAll(gapMark)].map(([, number]) => Number(number))
  const around = text.replace(gapMark, '{}')
  return number => `${numbers.indexOf(number)} ${around}`
}

const gapMark = /\{(\d+)\}/g

/** Refuses a question that nobody could answer, or that has more than one right option where one is asked for. */
export function checkQuestion(input: QuestionChange): void {
  const details = problems(input)
  if (details.length) throw new Refused(refusals.question_unanswerable, undefined, { details })
}

function problems(input: QuestionChange): RefusalDetail[] {
  const at = (path: string, message: string): RefusalDetail[] => [{ path: `body.content.${path}`, message }]
  switch (input.kind) {
    case 'single': {
      const right = input.options.filter(({ correct }) => correct).length
      return right === 1 ? [] : at('options', `has ${right} right options, and needs exactly one`)
    }
    case 'multiple':
      return input.options.some(({ correct }) => correct) ? [] : at('options', 'has no right option')
    case 'cloze': {
      const standing = [...input.text.matchAll(gapMark)].map(([, number]) => Number(number))
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
