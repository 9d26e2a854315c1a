// A personal entry is the only credential of a room. It is void while its registration is canceled, and once its person is
// gone; where it is not valid there is no room. Who is blocked in the school neither writes nor comes into the video.
import { Refused } from '@lms/contract'
import { enqueue, missing, type Work } from '@lms/service-host'
import { beatsOf } from '../attendance/beats-worker.ts'
import { countAfter, countPoll } from '../blocks/count-poll.task.ts'
import { withFigures } from '../blocks/figures.ts'
import { builder, type Stores } from '../builder.ts'
import { readEntry, readToken } from '../links/entry-token.ts'
import { storedEvents } from '../live/room-event-kinds.ts'
import { countVotes } from '../messages/count-votes.task.ts'
import { authorOf, post } from '../messages/post.ts'
import { mediaSlot, slotAt } from '../presence/slots.rules.ts'
import { raiseHand } from '../registrations/raise-hand.ts'
import type { RegistrationRow } from '../registrations/registration.store.ts'
import { joinLink } from '../video-calls/join.ts'
import { changesAfter, stateOf } from './changes.ts'
import { sourcesOf } from './film.ts'
import {
  beatSeconds,
  messagesOfRoom,
  type Room,
  type RoomProblem,
  roomProblems,
  rooms,
  slowBeatSeconds,
} from './room.contract.ts'
import { roomPage } from './room-page.ts'

type At = Pick<Work, 'work' | 'runtime'>
export const roomHandlers = builder.implement(rooms, {
  show: async ({ body, ...ctx }, stores) => {
    const registration = await enter(body.token, ctx, stores)
    const { id, banned, session_id, user_id } = registration
    const { blocks, messages, recordings, sessions, settings, webinars } = stores
    const [
      session,
      webinar,
      recording,
      pinned,
      newest,
      blockRows,
      choices,
      section,
      questions,
      votes,
      hands,
    ] = await Promise.all([
      sessions.get(session_id),
      webinars.get(registration.webinar_id),
      recordings.get(session_id),
      messages.pinnedIn(session_id),
      messages.newestFor(session_id, user_id, messagesOfRoom),
      blocks.shownIn(session_id),
      blocks.choicesOf(id),
      settings.get(),
      messages.questionsFor(session_id, user_id, messagesOfRoom),
      messages.votesOf(id),
      stores.registrations.handsIn(session_id),
    ])
    const filmed = { session, recording, settings: section }
    const state = stateOf(filmed, webinar, ctx.work.origin.now)
    const room: Room = {
      ...state,
      sources: sourcesOf(filmed),
      // The session is read first, so that the rest is no older than its number.
      number: session.last_event,
      banned,
      writable: state.chat_open && !banned,
      pinned: banned ? null : pinned,
      messages: banned ? [] : newest,
      questions: banned
        ? []
        : questions.map(each => ({ ...each, voted: votes.has(each.id) || each.user_id === user_id })),
      hand_raised_at: registration.hand_raised_at,
      hands,
      blocks: (await withFigures(blockRows, ctx, stores)).map(block => ({
        ...block,
        choices: choices.get(block.id) ?? [],
      })),
    }
    return roomPage(room, body, body.problem)
  },

  write: async ({ body, ...ctx }, stores) => {
    const { session_id, user_id } = await enter(body.token, ctx, stores)
    const author = await authorOf(user_id, ctx)
    if (!author || !(await stores.people.holdPresent(user_id))) return missing()
    return problemOf(post({ session_id, user_id, ...author, text: body.text, kind: body.kind }, ctx, stores))
  },

  answer: async ({ body, ...ctx }, stores) => {
    const { id, session_id } = await enter(body.token, ctx, stores)
    const { blocks, sessions } = stores
    // A change of the block waits, so that its options stay those of the answers.
    const [session, block] = await Promise.all([
      sessions.lockAnyVersion(session_id),
      blocks.find(body.block_id),
    ])
    const takes =
      session.status === 'live' &&
      block?.session_id === session_id &&
      block.status === 'visible' &&
      body.choices.every(choice => choice < block.options.length) &&
      (block.multiple || body.choices.length === 1)
    if (!takes) return { problem: 'not_answerable' as const }
    // Read after the lock of the session: the first answer stays.
    if ((await blocks.choicesOf(id)).has(block.id)) return { problem: null }
    blocks.answer(block, id, body.choices)
    const soon = new Date(ctx.work.origin.now.getTime() + countAfter)
    enqueue(ctx.work, countPoll, { block_id: block.id }, { key: block.id, at: soon })
    return { problem: null }
  },

  vote: async ({ body, ...ctx }, stores) => {
    const { id, banned, session_id, user_id } = await enter(body.token, ctx, stores)
    const { messages, sessions } = stores
    const [session, question] = await Promise.all([sessions.get(session_id), messages.find(body.message_id)])
    const takes =
      !banned &&
      session.status === 'live' &&
      question?.session_id === session_id &&
      question.kind === 'question' &&
      question.status === 'visible' &&
      question.answered_at === null
    if (!takes) return { problem: 'question_closed' as const }
    if (question.user_id === user_id) return { problem: null }
    messages.vote(question, id)
    const soon = new Date(ctx.work.origin.now.getTime() + countAfter)
    enqueue(ctx.work, countVotes, { message_id: question.id }, { key: question.id, at: soon })
    return { problem: null }
  },

  raiseHand: async ({ body, ...ctx }, stores) => {
    const { id, session_id } = await enter(body.token, ctx, stores)
    const { registrations, sessions } = stores
    // Elsewhere there is nobody who would see it.
    if ((await sessions.get(session_id)).status === 'live')
      raiseHand(await registrations.lockAnyVersion(id), body.raised, ctx, stores)
    return { problem: null }
  },

  join: async ({ body, ...ctx }, stores) => {
    const host = readToken(ctx.runtime.vault, ctx.work.school, body.token, { prefix: 'wbs', use: 'entry' })
    if (host) return { url: await joinLink(await stores.sessions.get(host), null, ctx, stores) }
    const { session_id, user_id } = await enter(body.token, ctx, stores)
    const [session, author] = await Promise.all([stores.sessions.get(session_id), authorOf(user_id, ctx)])
    if (!author) return missing()
    const { author_name: name } = author
    return { url: await joinLink(session, { user_id, name, leads: false }, ctx, stores) }
  },

  enter: async ({ body, ...ctx }, stores) => {
    const { id, banned, session_id, user_id } = await enter(body.token, ctx, stores)
    return banned ? missing() : { registration_id: id, session_id, user_id }
  },

  changes: async ({ body: { session_id, after, ...visit }, ...ctx }, stores) => {
    const session = await stores.sessions.get(session_id)
    const changes = await changesAfter(session, after, visit, ctx, stores)
    const last = Math.max(session.last_event, changes.at(-1)?.number ?? 0)
    return { last, from: Math.max(after, last - storedEvents), changes }
  },

  beat: async ({ body, ...ctx }, { recordings, registrations }) => {
    const entry = readEntry(ctx.runtime.vault, ctx.work.school, body.token)
    const { user_id, session_id, status } = (entry && (await registrations.beating(entry))) || missing()
    const beats = beatsOf(ctx.runtime)
    const whose = { school: ctx.work.school, session_id, user_id }
    const position = body.position_seconds
    if (position === null) {
      // A slot counts only while live, by this clock.
      const slot = slotAt(ctx.work.origin.now)
      if (status === 'live') beats.take({ kind: 'live', ...whose, slot })
    } else {
      const { duration_seconds } = await recordings.get(session_id)
      if (duration_seconds !== null && position < duration_seconds)
        beats.take({ kind: 'watched', ...whose, slot: Math.floor(position / mediaSlot) })
    }
    return { status, next_seconds: beats.isBusy ? slowBeatSeconds : beatSeconds }
  },
})

/** The registration of a valid entry; refuses with not_found. */
async function enter(
  token: string,
  { work, runtime }: At,
  { registrations }: Stores,
): Promise<RegistrationRow> {
  const entry = readEntry(runtime.vault, work.school, token)
  return (entry && (await registrations.entered(entry))) || missing()
}

/** Why a post was refused, as the room says it. */
async function problemOf(posted: Promise<unknown>): Promise<{ problem: RoomProblem | null }> {
  try {
    await posted
    return { problem: null }
  } catch (error) {
    const reason = error instanceof Refused ? error.refusal.reason : null
    const problem = roomProblems.find(each => each === reason)
    if (!problem) throw error
    return { problem }
  }
}
