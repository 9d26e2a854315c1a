// The texts of a question that students read, wherever they stand in its content.
import type { QuestionChange } from './question-content.ts'

/** A text of a question, with how to replace it. */
export interface Place {
  path: string
  text: string
  set: (html: string) => void
  isNeeded: boolean
}

/** The texts of a content that students read, with how to replace each. */
export function textsIn(content: QuestionChange): Place[] {
  const at = (object: object, name: string, path: string, isNeeded = true): Place[] => {
    const fields = object as Record<string, unknown>
    const value = fields[name]
    if (value !== null && typeof value === 'object') return at(value, 'text', path, isNeeded)
    const set = (html: string) => {
      fields[name] = html
    }
    return typeof value === 'string' ? [{ path: `content.${path}`, text: value, set, isNeeded }] : []
  }
  const each = (list: readonly unknown[], name: string) =>
    list.flatMap((_, index) => at(list, String(index), `${name}.${index}`))
  const prompt = at(content, 'prompt', 'prompt')
  switch (content.kind) {
    case 'single':
    case 'multiple':
      return [
        ...prompt,
        ...content.options.flatMap((option, index) => [
          ...at(option, 'text', `options.${index}.text`),
          ...at(option, 'feedback', `options.${index}.feedback`, false),
        ]),
      ]
    case 'match':
      return [
        ...prompt,
        ...content.pairs.flatMap((pair, index) => [
          ...at(pair, 'left', `pairs.${index}.left`),
          ...at(pair, 'right', `pairs.${index}.right`),
        ]),
        ...each(content.others, 'others'),
      ]
    case 'order':
      return [...prompt, ...each(content.items, 'items')]
    case 'cloze':
      return [...prompt, ...at(content, 'text', 'text')]
    default:
      return prompt
  }
}
