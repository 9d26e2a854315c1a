import { startSystem, type TestSystem } from '@lms/testing'
import { learningService } from '../../service.ts'
import { schoolWithCourse } from '../../testing/courses.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [learningService] })
})
afterAll(() => system.stop())

const title = {
  ...({ kind: 'text', x: 100, y: 200, width: 600, height: 60, text: '{{name}}', size: 30 } as const),
  ...({ bold: false, align: 'center', colour: '#000000' } as const),
}

async function school() {
  const base = await schoolWithCourse(system)
  const { api } = base
  const template = (fields: object = {}) =>
    api.certificateTemplates.create({ body: { name: 'Certificate', boxes: [title], ...fields } })
  const change = (id: string, body: object) => api.certificateTemplates.update({ path: { id }, body })
  return { ...base, template, change }
}

test('the version of a design rises with what people see, and with nothing else', async () => {
  const { template, change, course } = await school()
  const { id, design_version } = await template()
  expect(design_version).toBe(1)
  expect(await change(id, { name: 'Diploma', course_ids: [course.id] })).toMatchObject({ design_version: 1 })
  expect(await change(id, { boxes: [{ ...title, size: 40 }] })).toMatchObject({ design_version: 2 })
  expect(await change(id, { language: 'de' })).toMatchObject({ design_version: 3 })
})

test('a text with an unknown variable, and another course, are refused where they stand', async () => {
  const { template } = await school()
  const { course } = await schoolWithCourse(system)
  await expect(
    template({ boxes: [title, { ...title, text: '{{ name }} {{grade}}' }] }),
  ).rejects.toMatchObject({
    reason: 'variable_unknown',
    details: [{ path: 'body.boxes.1.text', message: '{{grade}} is no variable' }],
  })
  await expect(template({ course_ids: [course.id] })).rejects.toMatchObject({
    reason: 'template_course_unknown',
    details: [{ path: 'body.course_ids.0' }],
  })
})

test('a preview is a link to a PDF with sample data, and a template without certificates is deleted', async () => {
  const { template, api } = await school()
  const { id } = await template({ boxes: [title, { kind: 'qr', x: 0, y: 0, width: 90, height: 90 }] })
  const { download_path } = await api.certificateTemplates.preview({ path: { id } })
  expect(download_path).toMatch(/^\/downloads\/ctp_/)
  expect(await api.certificateTemplates.delete({ path: { id } })).toEqual({ id, deleted: true })
})
