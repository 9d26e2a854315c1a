// The page of an unsubscribing link: no more of the topic of the mail, a choice of all topics, or nothing any more.
import { html } from '@lms/html'
import { fragmentOf, question } from '@lms/html/page'
import type { Topic } from '../settings/topic.ts'
import { unsubscribingWords } from './unsubscribing.words.ts'

interface Choice {
  /** That of the mail. */
  language: string
  school: string
  /** That of the mail; null where the school has it no more. */
  topic: Topic | null
  /** Those that can be switched off. */
  topics: readonly { key: string; name: string; isOn: boolean }[]
}

export function choicePage({ language, school, topic, topics }: Choice) {
  const words = unsubscribingWords(language)
  const asksOfTopic = topic !== null && topic.basis !== 'service'
  const boxes = topics.map(
    ({ key, name, isOn }) =>
      html`<label class="check"><input type="checkbox" name="topic.${key}" value="on"${isOn ? html` checked` : null}> ${name}</label>\n`,
  )
  const content = [
    ...(asksOfTopic ? [question(words.question(topic.name, school), words.title)] : []),
    ...(topics.length
      ? [
          html`<form method="post"><fieldset><legend>${words.topics}</legend>
${boxes}</fieldset>
<button type="submit" class="second" name="choice" value="topics">${words.save}</button></form>
`,
        ]
      : []),
    html`<form method="post"><button type="submit" class="second" name="choice" value="all">${words.all}</button></form>
`,
  ]
  return fragmentOf(words.title, content, null, { language })
}
