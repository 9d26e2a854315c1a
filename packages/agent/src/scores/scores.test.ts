import { catalog } from '../catalog.ts'
import { questionsOf, scoresOf, understood } from './scores.ts'

const tools = await catalog()

test.each(['en', 'ru'] as const)('the planner understands what administrators ask (%s)', async language => {
  const scored = await scoresOf(language)
  const of = (result: string) => scored.filter(each => each.result === result)
  expect(of('wrong')).toEqual([])
  expect(scored.length).toBeGreaterThanOrEqual(150)
  expect(of('right').length / scored.length).toBeGreaterThanOrEqual(0.9)
  // Most of the questions are ones that the school's data answer.
  expect(scored.filter(({ expected }) => expected === 'doubt').length).toBeLessThan(scored.length * 0.15)
})

test('it understands most of the questions that it was not mended by, and none wrongly', async () => {
  const scored = [...(await scoresOf('kept-en')), ...(await scoresOf('kept-ru'))]
  expect(scored).toHaveLength(60)
  expect(scored.filter(({ result }) => result === 'wrong')).toEqual([])
  expect(scored.filter(({ result }) => result === 'right').length).toBeGreaterThanOrEqual(45)
})

test.each(['en', 'ru'] as const)(
  'each word counts: one that nobody knows makes a doubt (%s)',
  async language => {
    const strange = { en: 'flurbled', ru: 'флурбит' }[language]
    // A search takes any word, and so does the name of a new tag.
    const questions = questionsOf(language).filter(
      ({ expected }) => !/^(?:find|propose|doubt)/.test(expected),
    )
    expect(questions.length).toBeGreaterThan(100)
    const guessed: string[] = []
    for (const { question } of questions) {
      const strangeQuestion = `${question.replace(/[?.]?$/, '')} ${strange}?`
      if ((await understood(strangeQuestion, tools)) !== 'doubt') guessed.push(strangeQuestion)
    }
    expect(guessed).toEqual([])
  },
)

test.each([
  'How many orders are not cancelled?',
  'How many students except the blocked ones?',
  'Orders without a promo code',
  'Orders after October',
  'Orders until November',
  'Show orders from yesterday and today',
  'Show the average of the last 5 orders',
  'How many students are active this month?',
  'Compare orders this month',
  'Orders between 20 and 40 October',
  'Orders between 100 and 50 euros',
  'Orders over 100 euros or 200 dollars',
  'Payments over 100 euros',
  'Courses over 100 euros',
  'Show the orders of Nobody Atall',
  'Who is not in the Morning group?',
  'How many people are in Premium?',
  'Cancel the order of Nobody Atall',
  'Publish Emma Wilson',
  'Delete everything of Emma Wilson',
  'Add the tag VIP to all students',
  'Сколько заказов не отменено?',
  'Ученики кроме заблокированных',
  'Заказы по октябрь',
  'Заказы до вчера',
  'Сравни заказы за этот месяц',
  'Сколько активных учеников за октябрь?',
])('what only looks like a question that is understood is a doubt: %s', async question => {
  expect(await understood(question, tools)).toBe('doubt')
})
