import type { QuestionContent, QuestionInput } from './question-content.ts'

/** The content as staff send it: without the names that this version gave its parts. */
export function withoutPartIds(content: QuestionContent): QuestionInput {
  switch (content.kind) {
    case 'single':
    case 'multiple':
      return { ...content, options: content.options.map(({ text, correct }) => ({ text, correct })) }
    case 'match':
      return {
        ...content,
        pairs: content.pairs.map(({ left, right }) => ({ left: left.text, right: right.text })),
        others: content.others.map(({ text }) => text),
      }
    case 'cloze':
      return { ...content, gaps: content.gaps.map(({ accepted }) => ({ accepted })) }
    case 'order':
      return { ...content, items: content.items.map(({ text }) => text) }
    default:
      return content
  }
}
