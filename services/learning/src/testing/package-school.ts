// A school that sends and fetches packages of courses, for specs.
import { TokenSigner, tokenHeader } from '@lms/service-host'
import { eventually, type TestSystem } from '@lms/testing'
import { newSchool, type TestGateway } from '@lms/testing/gateway'
import { ZipFile } from 'yazl'

/** The bytes behind a link of the storage, as the gateway fetches them. */
export function download(system: TestSystem, schoolId: string, path: string): Promise<Response> {
  const { privateKey } = system.installation.signing.gateway!
  const signer = new TokenSigner({ name: 'gateway', privateKey }, () => system.clock.now())
  const school = schoolId as `sch_${string}`
  const token = signer.sign('site', { kind: 'service', service: 'gateway', school }, school)
  return fetch(`${system.addresses.site}/streams${path}`, { headers: { [tokenHeader]: token } })
}

export async function packageSchool(system: TestSystem, gateway: TestGateway) {
  const createdSchool = await newSchool(gateway)
  const ask = (method: string, path: string, body?: object) =>
    gateway.call(method, `/api/v1${path}`, { ...createdSchool, body })
  const done = (method: string, path: string, body?: object) =>
    gateway.done(createdSchool, method, path, body)
  const pathOf = (url: string) => url.slice(url.indexOf('/', 'https://'.length))
  const upload = async (
    bytes: Buffer,
    fileFields = { name: 'course.zip', content_type: 'application/zip' },
  ): Promise<string> => {
    const { id, upload } = await done('POST', '/files/upload-url', { ...fileFields, size: bytes.length })
    for (const { url, headers } of upload.parts)
      await gateway.call('PUT', pathOf(url), { host: createdSchool.host, body: bytes, headers })
    await done('POST', `/files/${id}/complete`)
    return id
  }
  /** Its object when it waits no longer; `withinMs` is the longest that it may, in milliseconds. */
  const ended = (path: string, waits: readonly string[], withinMs?: number) =>
    eventually(
      `the end of ${path}`,
      async () => {
        const state = await done('GET', path)
        return waits.includes(state.status) ? null : state
      },
      withinMs,
    )
  /** The bytes of the package of a course. */
  const exported = async (course: string, format = 'course') => {
    const { id } = await done('POST', `/courses/${course}/export`, { format })
    const { download_url, warnings } = await ended(`/exports/${id}`, ['queued', 'running'])
    const response = await download(system, createdSchool.schoolId, pathOf(download_url))
    return { warnings, bytes: Buffer.from(await response.arrayBuffer()) }
  }
  const packageOf = async (course: string): Promise<Buffer> => (await exported(course)).bytes
  const importOf = async (file_id: string, body: object = {}) => {
    const { id } = await done('POST', '/courses/import', { file_id, ...body })
    return ended(`/imports/${id}`, ['queued', 'running'])
  }
  return { ...createdSchool, ask, done, upload, ended, exported, packageOf, importOf }
}
export type School = Awaited<ReturnType<typeof packageSchool>>

/** A course with rules, blocks, a quiz and homework. */
export async function richCourse({ done }: School) {
  const course = await done('POST', '/courses', {
    title: 'Watercolour',
    authors: ['Ann Lee'],
    time_zone: 'Asia/Tokyo',
  })
  const module = await done('POST', '/modules', { course_id: course.id, title: 'Washes' })
  const lessons = []
  for (const title of ['Flat', 'Graded'])
    lessons.push(await done('POST', '/lessons', { module_id: module.id, title, status: 'published' }))
  const [flat, graded] = lessons
  await done('POST', `/lessons/${flat.id}/blocks`, {
    content: { kind: 'text', html: '<p>Wet the paper.</p>' },
  })
  const film = { kind: 'embed', url: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ', title: 'Film' }
  await done('POST', `/lessons/${flat.id}/blocks`, { content: film })
  await done('PUT', `/lessons/${graded.id}/access-rules`, {
    conditions: [{ kind: 'after_lesson', lesson_id: flat.id }],
    deadline: { kind: 'days_after', from: 'opening', days: 3 },
  })
  const quiz = await done('POST', '/quizzes', { lesson_id: graded.id, title: 'Papers', pass_percent: 70 })
  await done('POST', `/quizzes/${quiz.id}/questions`, {
    content: {
      kind: 'match',
      prompt: 'Which paper is it?',
      pairs: [
        { left: '640 g', right: 'Heavy' },
        { left: '90 g', right: 'Light' },
      ],
      others: ['None'],
    },
    points: 250,
  })
  await done('POST', '/assignments', {
    lesson_id: graded.id,
    title: 'A sky',
    text: 'Three washes.',
    max_score: 1000,
  })
  return course
}

const inner = /\b(?:crs|mod|les|lbk|quz|qst|asg)_\w{26}\b/g
const stamps = /"(?:created_at|updated_at|version)":[^,}]+/g
/** All of a course, with places in place of ids and without times. */
export async function shapeOf({ done }: School, id: string) {
  const tree = await done('GET', `/courses/${id}/structure`)
  const { building: _, ...card } = await done('GET', `/courses/${id}`)
  const parts: unknown[] = [card, tree]
  for (const lesson of tree.modules.flatMap((module: any) => module.lessons)) {
    parts.push(
      await done('GET', `/lessons/${lesson.id}`),
      await done('GET', `/lessons/${lesson.id}/access-rules`),
    )
    parts.push((await done('GET', `/lessons/${lesson.id}/blocks?sort=position`)).data)
    const { data: quizzes } = await done('GET', `/quizzes?lesson_id=${lesson.id}`)
    for (const quiz of quizzes) parts.push(quiz, (await done('GET', `/quizzes/${quiz.id}/questions`)).data)
    parts.push((await done('GET', `/assignments?lesson_id=${lesson.id}`)).data)
  }
  const labels = new Map<string, string>()
  const placed = JSON.stringify(parts).replace(inner, match => {
    if (!labels.has(match)) labels.set(match, `${match.slice(0, 3)} ${labels.size}`)
    return labels.get(match)!
  })
  // The names of the parts of questions are random.
  return placed.replace(stamps, '').replace(/"id":"[a-z0-9]{12}"/g, '')
}

export async function zipped(entries: Record<string, unknown>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, value] of Object.entries(entries))
    zip.addBuffer(
      Buffer.isBuffer(value) ? value : Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
      name,
    )
  zip.end()
  const parts: Buffer[] = []
  for await (const part of zip.outputStream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}
