// A question about one thing that is called by its name: what it costs, whether it is published, when it ends. The answer is
// the whole object, so all that has to be understood is that the words are about fields that it has.
import type { Catalog, PlainTool } from '../catalog.ts'
import type { Mention } from './names/mentions.ts'
import { both, type Words } from './tokens.ts'
import { cardFillers, cardWords } from './words/cards.ts'
import { fillers } from './words/intents.ts'

/** The object that a question is about; its words are taken. Null where something else is asked, or of more than one. */
export function takeCard(
  words: Words,
  mentions: readonly Mention[],
  tools: Catalog<PlainTool>,
): Mention | null {
  const [mention, ...others] = mentions
  if (!mention || others.length) return null
  const { fields } = tools.tool(mention.list)!
  // Longer phrases first: `how many times` is no number of objects.
  const phrases = cardWords
    .filter(each => each.fields.some(field => fields.includes(field)))
    .flatMap(both)
    .sort((one, other) => other.split(' ').length - one.split(' ').length)
  words.takeAll(phrases)
  words.takeAll(both(cardFillers))
  words.takeAll(both(fillers))
  return words.left.length === 0 ? mention : null
}
