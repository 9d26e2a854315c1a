// A dialogue goes on from what was asked and answered before, and only from that.
import { catalog } from '../catalog.ts'
import { now, questionSchool } from '../scores/school.ts'
import { plan } from './plan.ts'

const tools = await catalog()

/** Asks one question after the other; the reads and proposals of the last one, or `doubt`. */
async function dialogue(...questions: string[]): Promise<string> {
  const earlier: { message: string; answer: string }[] = []
  let last = ''
  for (const question of questions) {
    const { ask, requests } = questionSchool(tools)
    const sender = { school: 'sch_1' }
    const { text, understood, proposals } = await plan(question, { ask, now, sender, tools, earlier })
    const changes = proposals.map(
      ({ method, path }) => `${method} ${path.replace(/[a-z]{3}_\w{26}/, '{id}')}`,
    )
    const reads = requests.map(request => request.replace(/ (?:limit|sort|test)=\S+/g, ''))
    last = understood ? [...reads, ...changes].join(' + ') : 'doubt'
    earlier.unshift({ message: question, answer: text })
  }
  return last
}

test.each([
  [
    ['How many orders were paid in October?', 'And in November?'],
    'orders.list status=paid paid_at=2026-11-01..2026-11-30',
  ],
  [
    ['Сколько заказов оплачено в октябре?', 'А в ноябре?'],
    'orders.list status=paid paid_at=2026-11-01..2026-11-30',
  ],
  [
    ['Сколько заказов оплачено в октябре?', 'А в ноябре?', 'А в сентябре?'],
    'orders.list status=paid paid_at=2026-09-01..2026-09-30',
  ],
  [['What has Emma bought?', 'And John Miller?'], 'orders.list user_id=@John_Miller'],
  [
    ['Неоплаченные заказы', 'А за прошлый месяц?'],
    'orders.list status=waiting_payment created_at=2026-10-01..2026-10-31',
  ],
  [['Show the latest order of Emma Wilson', 'cancel it'], 'POST /v1/orders/{id}/cancel'],
  [['Покажи последний заказ Ивана Сидорова', 'отмени его'], 'POST /v1/orders/{id}/cancel'],
  [
    ['How many flurbled orders were paid this month?', '1'],
    'orders.list status=paid paid_at=2026-11-01..2026-11-30',
  ],
])('%j', async (questions, calls) => {
  expect(await dialogue(...questions)).toBe(calls)
})

test.each([
  [['And in November?']],
  [['cancel it']],
  [['1']],
  [['How many orders were paid in October?', 'cancel it']],
  [['Show the orders of Emma Wilson', 'And the weather?']],
  [['What can you do?', 'And in November?']],
])('what goes on from nothing is a doubt: %j', async questions => {
  expect(await dialogue(...questions)).toBe('doubt')
})

test('a long dialogue is trimmed, and takes no more requests', async () => {
  const { ask, requests } = questionSchool(tools)
  const message = 'How many orders were paid in October? '.repeat(100)
  const earlier = Array.from({ length: 1000 }, () => ({
    message,
    answer: 'ord_01h455vb4pex5vsknk084sn02q '.repeat(600),
  }))
  const { understood } = await plan('And in November?', {
    ask,
    now,
    tools,
    earlier,
    sender: { school: 'sch_1' },
  })
  expect([understood, requests]).toEqual([false, []])
})
