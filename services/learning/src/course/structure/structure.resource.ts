import { builder, type Stores } from '../../builder.ts'
import { checkCycles } from '../../study/openings/course-rules.ts'
import { armCourse } from '../../study/openings/opening.task.ts'
import { courseUpdated } from '../courses/course.contract.ts'
import type { CourseRow } from '../courses/course.store.ts'
import { type CourseStructure, courseStructures } from './structure.contract.ts'
import { checkTree } from './structure.rules.ts'

const structureHandlers = builder.implement(courseStructures, {
  get: async ({ path }, stores) => {
    const [course, tree] = await Promise.all([stores.courses.get(path.id), treeOf(path.id, stores)])
    return structureOf(course, tree)
  },

  arrange: async ({ path, body, work, emit }, stores) => {
    const { courses, modules, lessons } = stores
    const course = await courses.lock(path.id)
    const tree = await treeOf(course.id, stores)
    checkTree(body, tree)
    const order = body.modules.flatMap(({ id, lesson_ids }) =>
      lesson_ids.map((lesson, index) => ({ id: lesson, module_id: id, position: index + 1 })),
    )
    const ids = body.modules.map(({ id }) => id)
    if (isInOrder(tree, ids, order)) return structureOf(course, tree)
    const changed = arranged(tree, ids, order)
    // The rules of a module are those of each lesson that comes into it.
    checkCycles({ ...changed, items: await stores.ruleRefs.itemsOf(course.id) })
    armCourse(work, course.id)
    modules.order(ids)
    lessons.order(order)
    const touched = courses.touch(course)
    emit(courseUpdated, touched, { previous: course })
    return structureOf(touched, changed)
  },
})

type TreeRows = Awaited<ReturnType<typeof treeOf>>
type LessonPosition = { id: string; module_id: string; position: number }

/** The modules and lessons of a course that the caller may see, in their order, and the kinds of the lessons’ blocks. */
async function treeOf(courseId: string, { modules, lessons, blocks }: Stores) {
  const [modulesOf, lessonsOf, blocksOf] = await Promise.all([
    modules.ofCourse(courseId),
    lessons.ofCourse(courseId),
    blocks.kindsInCourse(courseId),
  ])
  return { modules: modulesOf, lessons: lessonsOf, blocks: Map.groupBy(blocksOf, block => block.lesson_id) }
}

/** The tree in its new order. */
function arranged(
  { modules, lessons, blocks }: TreeRows,
  ids: readonly string[],
  order: readonly LessonPosition[],
): TreeRows {
  const [moduleOf, lessonOf] = [byId(modules), byId(lessons)]
  return {
    modules: ids.map(id => moduleOf.get(id)!),
    lessons: order.map(({ id, module_id }) => ({
      ...lessonOf.get(id)!,
      module_id: module_id as TreeRows['lessons'][number]['module_id'],
    })),
    blocks,
  }
}

const isInOrder = (tree: TreeRows, ids: readonly string[], order: readonly LessonPosition[]) => {
  const lessonsById = byId(tree.lessons)
  return (
    tree.modules.every(({ id }, index) => ids[index] === id) &&
    order.every(({ id, module_id, position }) => {
      const lesson = lessonsById.get(id)!
      return lesson.module_id === module_id && lesson.position === position
    })
  )
}

function structureOf({ id, version }: CourseRow, { modules, lessons, blocks }: TreeRows): CourseStructure {
  const inModule = Map.groupBy(lessons, ({ module_id }) => module_id)
  return {
    id,
    version,
    modules: modules.map(module => ({
      id: module.id,
      title: module.title,
      lessons: (inModule.get(module.id) ?? []).map(
        ({ id, title, kind, status, duration_seconds, required }) => ({
          ...{ id, title, kind, status, duration_seconds, required },
          blocks: (blocks.get(id) ?? []).map(({ id, kind }) => ({ id, kind })),
        }),
      ),
    })),
  }
}

const byId = <T extends { id: string }>(rows: readonly T[]) =>
  new Map<string, T>(rows.map(row => [row.id, row]))

export const structureResource = builder.resource({
  handlers: [structureHandlers],
})
