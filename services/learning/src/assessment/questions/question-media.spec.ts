// Pictures and recordings in questions: students fetch those that they see, and no file goes that a question shows.
import { TokenSigner, tokenHeader } from '@lms/service-host'
import { siteContract } from '@lms/site/contract'
import { siteService } from '@lms/site/service'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { pixel } from '@lms/testing/examples'
import { usersService } from '@lms/users/service'
import { learningService } from '../../service.ts'
import { schoolOfStudy } from '../../testing/studying.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [usersService, siteService, learningService] })
})
afterAll(() => system.stop())

/** A school with three pictures, and a quiz whose question shows them: itself, by an option and by its explanation. */
async function school() {
  const base = await schoolOfStudy(system)
  const { api, lesson, owner } = base
  const files = system.client('site', siteContract.resources, owner).files
  const stream = (url: string, request: RequestInit = {}) => {
    const { privateKey } = system.installation.signing.gateway!
    const signer = new TokenSigner({ name: 'gateway', privateKey }, () => system.clock.now())
    const identity = { kind: 'service', service: 'gateway', school: owner.school } as const
    return fetch(`${system.addresses.site}/streams${url.slice(url.indexOf('/files/'))}`, {
      ...request,
      headers: { ...request.headers, [tokenHeader]: signer.sign('site', identity, owner.school) },
    })
  }
  const upload = async (name: string) => {
    const announced = { name, content_type: 'image/png', size: pixel.length }
    const { id, upload } = await files.start({ body: announced })
    for (const { url, headers } of upload.parts)
      await stream(url, { method: 'PUT', body: new Uint8Array(pixel), headers })
    await files.complete({ path: { id } })
    return id
  }
  const [picture, option, reason] = [await upload('a.png'), await upload('b.png'), await upload('c.png')]
  const quiz = await api.quizzes.create({
    body: { lesson_id: lesson.id, title: 'Papers', show: 'after_finish' },
  })
  const shown = (file_id: typeof picture, alt = 'A sheet') => [{ file_id, alt }]
  const content = {
    kind: 'single' as const,
    prompt: 'Which paper?',
    media: shown(picture),
    explanation_media: shown(reason),
    options: [
      { text: 'Cotton', correct: true, media: shown(option) },
      { text: 'Copy', correct: false },
    ],
  }
  const question = await api.questions.create({
    path: { id: quiz.id },
    body: { content, explanation: 'It lasts.' },
  })
  const student = await base.student()
  const start = () =>
    student.quizAttempts.start({ body: { quiz_id: quiz.id, enrollment_id: student.enrollment.id } })
  return { ...base, files, stream, picture, option, reason, quiz, content, question, student, start }
}

test('a student fetches the pictures of the questions that they see, and those of the explanation with it', async () => {
  const { api, student, start, stream, picture, option, reason } = await school()
  const { id, links } = await start()
  const path = { id }
  expect(links).toBe(null)
  const begun = await student.quizAttempts.get({ path })
  expect(begun.questions[0]!.asked).toMatchObject({
    media: [{ file_id: picture, alt: 'A sheet' }],
    options: [{ media: [{ file_id: option }] }, {}],
  })
  expect(JSON.stringify(begun)).not.toContain(reason)
  expect(begun.links!.map(({ file_id }) => file_id).sort()).toEqual([picture, option].sort())
  const bytes = await (await stream(begun.links![0]!.url)).arrayBuffer()
  expect(Buffer.from(bytes).equals(pixel)).toBe(true)
  await student.quizAttempts.finish({ path })
  const ended = await student.quizAttempts.get({ path })
  expect(ended.questions[0]!.outcome).toMatchObject({ explanation_media: [{ file_id: reason }] })
  expect(ended.links!.map(({ file_id }) => file_id)).toContain(reason)
  // Staff ask for downloads themselves.
  expect((await api.quizAttempts.get({ path })).links).toBe(null)
})

test('a file that a question shows is not deleted, nor one that an attempt has shown', async () => {
  const { api, files, picture, quiz, question, content, start } = await school()
  const remove = () => files.delete({ path: { id: picture } })
  const inUse = { status: 409, reason: 'still_named' }
  await expect(remove()).rejects.toMatchObject(inUse)
  await start()
  const { media: _, ...plain } = content
  await api.questions.update({ path: { id: quiz.id, questionId: question.id }, body: { content: plain } })
  await expect(remove()).rejects.toMatchObject(inUse)
})

test('a file that no version shows any more may go', async () => {
  const { api, files, picture, quiz, question, content } = await school()
  const { media: _, ...plain } = content
  await api.questions.update({ path: { id: quiz.id, questionId: question.id }, body: { content: plain } })
  await files.delete({ path: { id: picture } })
})

test('a file that is not of the school is refused', async () => {
  const { api, quiz, content } = await school()
  const foreign = await school()
  const body = { content: { ...content, media: foreign.content.media } }
  await expect(api.questions.create({ path: { id: quiz.id }, body })).rejects.toMatchObject({
    status: 422,
    reason: 'unknown_reference',
  })
})

test('a copied quiz shows the same pictures, also once the first one is gone', async () => {
  const { api, files, course, picture, quiz } = await school()
  const copy = await api.courseCopies.copy({ path: { id: course.id }, body: {} })
  await eventually('the copy is whole', async () => {
    const { building } = await api.courses.get({ path: { id: copy.id } })
    return building?.done === building?.total
  })
  const [copied] = (await api.quizzes.list({ query: { course_id: copy.id } })).data
  const [question] = (await api.questions.list({ path: { id: copied!.id } })).data
  expect(question!.content).toMatchObject({ media: [{ file_id: picture }] })
  await api.quizzes.delete({ path: { id: quiz.id } })
  await expect(files.delete({ path: { id: picture } })).rejects.toMatchObject({ status: 409 })
})
