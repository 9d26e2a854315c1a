import { newId } from '@lms/contract'
import { copied, newIdsFor } from './copy.rules.ts'

const now = '2026-11-23T09:30:00.000+00:00'

test('a copy names new ids wherever the row names old ones, and leaves others', () => {
  const [course_id, module_id, lesson, other, file] = [
    newId('crs'),
    newId('mod'),
    newId('les'),
    newId('les'),
    newId('fil'),
  ]
  const ids = newIdsFor([module_id, lesson]).set(course_id, newId('crs'))
  const row = {
    ...{ id: lesson, course_id, module_id, title: 'Light', version: 7, created_at: '', updated_at: '' },
    rules: [{ lesson_id: lesson }, { lesson_id: other }],
    content: { file_id: file },
  }
  const mapped = (id: string) => ids.get(id)!
  expect(copied(row, ids, now)).toEqual({
    ...{ id: mapped(lesson), course_id: mapped(course_id), module_id: mapped(module_id), title: 'Light' },
    ...{ version: 1, created_at: now, updated_at: now },
    rules: [{ lesson_id: mapped(lesson) }, { lesson_id: other }],
    content: { file_id: file },
  })
  expect(mapped(lesson)).toMatch(/^les_/)
})
