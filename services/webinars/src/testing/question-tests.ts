// Polls of several options, questions, raised hands and the ends of blocks: tests on the system of the room's spec.
import { type enteredIn, includes, poll } from './rooms.ts'

type Entered = () => ReturnType<typeof enteredIn>

/** Declares the tests; `later` moves the clock and works off tasks. */
export function askingTests(entered: Entered, later: (seconds: number) => Promise<void>): void {
  test('several options count for a poll that takes several, and for no other', async () => {
    const { api, door, show, start, path, token } = await entered()
    await start()
    const put = (key: string, multiple: boolean) =>
      api.roomBlocks.put({ path, body: { ...poll, key, multiple, status: 'visible' } })
    const [many, one] = [await put('many', true), await put('one', false)]
    const answer = (block_id: typeof many.id, choices: number[]) =>
      door.answer({ body: { token, block_id, choices } })
    expect((await show()).content).toContain('<input type="checkbox" name="choice" value="1">')
    expect(await answer(one.id, [0, 1])).toEqual({ problem: 'not_answerable' })
    expect(await answer(many.id, [0, 1])).toEqual({ problem: null })
    // The first answer stays.
    expect(await answer(many.id, [0])).toEqual({ problem: null })
    expect(await show()).toMatchObject({
      content: includes('data-choices="0 1"', 'Daily ✓</th><td>1 answer', 'Weekly ✓</th><td>1 answer'),
    })
    const other = api.roomBlocks.put({ path, body: { ...poll, key: 'many', multiple: false } })
    await expect(other).rejects.toMatchObject({ status: 409, reason: 'block_kept' })
  })

  test('questions stand apart from the chat, with the votes of participants, until they are answered', async () => {
    const { api, door, show, start, token, session, person, register } = await entered()
    await start()
    const others = await Promise.all([person(), person()])
    const entries = await Promise.all(others.map(id => register(id)))
    const tokens = entries.map(({ entry_path }) => entry_path!.slice('/rooms/'.length))
    const ask = (text: string) => door.write({ body: { token, text, kind: 'question' } })
    await ask('Which paper?')
    await ask('Which brush?')
    await door.write({ body: { token, text: 'Hello' } })
    const { data } = await api.webinarMessages.list({
      query: { session_id: session.id, kind: 'question', sort: 'sequence' },
    })
    expect(data.map(({ text, votes, answered_at }) => [text, votes, answered_at])).toEqual([
      ['Which paper?', 0, null],
      ['Which brush?', 0, null],
    ])
    const [paper, brush] = data.map(({ id }) => id)
    const vote = (by: string, message_id = brush!) => door.vote({ body: { token: by, message_id } })
    for (const by of [...tokens, ...tokens, token]) expect(await vote(by)).toEqual({ problem: null })
    await later(2)
    // Two participants, each once, and not who has asked.
    expect(await show()).toMatchObject({
      content: includes(
        'id="messages"',
        'Hello',
        'id="asked"',
        'Which brush?',
        '2 votes',
        'Which paper?',
        '0 votes',
      ),
    })
    const change = (id: string, body: object) =>
      api.webinarMessages.update({ path: { id: id as never }, body })
    expect(await change(brush!, { answered: true })).toMatchObject({
      votes: 2,
      answered_at: expect.any(String),
    })
    expect(await vote(tokens[0]!)).toEqual({ problem: 'question_closed' })
    const message = (await api.webinarMessages.list({ query: { session_id: session.id, kind: 'chat' } }))
      .data[0]!
    await expect(change(message.id, { answered: true })).rejects.toMatchObject({
      status: 409,
      reason: 'no_question',
    })
    expect(await vote(tokens[0]!, message.id)).toEqual({ problem: 'question_closed' })
    const { changes } = await door.changes({
      body: { session_id: session.id, after: 0, language: 'en', time_zone: 'UTC' },
    })
    expect(changes.filter(({ kind }) => kind === 'question').map(({ data }) => data)).toEqual([
      { id: paper, html: expect.stringContaining('0 votes') },
      { id: brush, html: expect.stringContaining('answered') },
    ])
  })

  test('a hand is raised while the session is live, seen by all, and lowered by its person or by staff', async () => {
    const { api, door, show, start, token, session, ann, registration } = await entered()
    const raise = (raised: boolean) => door.raiseHand({ body: { token, raised } })
    const raisedAt = async () =>
      (await api.webinarRegistrations.get({ path: { id: registration.id } })).hand_raised_at
    await raise(true)
    expect(await raisedAt()).toBeNull()
    await start()
    await raise(true)
    const since = await raisedAt()
    expect(since).toEqual(expect.any(String))
    await later(2)
    expect(await show()).toMatchObject({
      content: includes('1 hand is raised', 'value="down">Lower your hand'),
    })
    await raise(true)
    expect(await raisedAt()).toBe(since)
    const lowered = { session_id: session.id, user_id: ann.id, hand_raised: false }
    expect(await api.webinarRegistrations.create({ body: lowered })).toMatchObject({ hand_raised_at: null })
    await later(2)
    const { changes } = await door.changes({
      body: { session_id: session.id, after: 0, language: 'en', time_zone: 'UTC' },
    })
    expect(changes.filter(({ kind }) => kind === 'hands')).toMatchObject([{ data: { html: '' } }])
  })

  test('a block with a duration counts down from when it is shown, and is closed at its end', async () => {
    const { api, show, start, path } = await entered()
    await start()
    const put = (body: object = {}) =>
      api.roomBlocks.put({ path, body: { ...poll, duration_seconds: 60, ...body } })
    expect(await put()).toMatchObject({ shown_at: null, ends_at: null, price: null })
    const { shown_at, ends_at } = await put({ status: 'visible' })
    expect(Date.parse(ends_at!) - Date.parse(shown_at!)).toBe(60_000)
    expect((await show()).content).toContain(`<time class="until" datetime="${ends_at}">`)
    await later(59)
    expect(await put({ status: 'visible', title: 'How often, now?' })).toMatchObject({ shown_at, ends_at })
    await later(2)
    expect((await api.roomBlocks.list({ path })).data).toMatchObject([{ status: 'closed', ends_at: null }])
    expect((await show()).content).not.toContain('class="until"')
  })
}
