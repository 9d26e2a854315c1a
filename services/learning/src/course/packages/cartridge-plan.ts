// The plan of a package with a manifest: a Common Cartridge, with all that Canvas adds to one, QTI or SCORM. Each leaf of its
// tree is a lesson; what the tree does not name follows in modules of its own.
import type { CanvasItem, CanvasModule, CanvasRubric } from '../formats/canvas.ts'
import {
  type ContentPackage,
  contentManifestPath,
  type Item,
  originOf,
  type Resource,
} from '../formats/content-package.ts'
import { isPage, isPart } from '../formats/media.ts'
import { itemsOfTests } from './foreign-quiz.ts'
import type { PackagePlan } from './package-plan.ts'
import { type LessonPlan, lessonPlan, type ModulePlan, modulePlan, type Part, partOf } from './plan.ts'
import { type OpenPackage, readDocument } from './read-document.ts'
import type { FoundItem, ItemKind } from './report.ts'
import { isDescription, nameOf, type Role, rolesOf } from './resource-role.ts'

/** What Canvas says of the course, where it does. */
interface CanvasCourse {
  title: string
  modules: CanvasModule[]
  rubrics: CanvasRubric[]
}

export async function cartridgePlan(manifest: string, at: OpenPackage): Promise<PackagePlan> {
  const content = await readDocument('content', manifest, at, {})
  const folder = manifest.slice(0, -contentManifestPath.length)
  const canvas = await canvasOf(folder, at)
  const planning = new Planning(content, canvas, {
    paths: at.archive.paths,
    asked: await itemsOfTests(content, at),
  })
  const modules = planning.modules()
  const others = planning.others()
  const unnamed = planning.unnamed(manifest)
  return {
    plan: {
      origin: originOf(content, canvas.title !== ''),
      ...{ title: canvas.title || content.title, description: content.description, notes: content.notes },
      ...{ modules: [...modules, ...others], items: [...planning.items, ...unnamed] },
    },
    rubrics: new Map(canvas.rubrics.map(rubric => [rubric.id, rubric])),
    leftFiles: planning.leftFiles,
  }
}

async function canvasOf(folder: string, at: OpenPackage): Promise<CanvasCourse> {
  const path = (name: string) => `${folder}course_settings/${name}`
  const isThere = (name: string) => at.archive.paths.includes(path(name))
  return {
    title: isThere('course_settings.xml')
      ? (await readDocument('canvasCourse', path('course_settings.xml'), at, {})).title
      : '',
    modules: isThere('module_meta.xml')
      ? await readDocument('canvasModules', path('module_meta.xml'), at, {})
      : [],
    rubrics: isThere('rubrics.xml') ? await readDocument('canvasRubrics', path('rubrics.xml'), at, {}) : [],
  }
}

/** Lessons and modules for which a module waits. */
const maxRules = 20

/** Paths of the archive, and of items that its tests ask. */
interface Found {
  paths: readonly string[]
  asked: ReadonlySet<string>
}

class Planning {
  readonly #content: ContentPackage
  readonly #canvas: CanvasCourse
  readonly #paths: readonly string[]
  readonly #roles: ReadonlyMap<string, Role>
  readonly #byId: ReadonlyMap<string, Resource>
  /** Ids of resources that stand in the tree. */
  readonly #used = new Set<string>()
  /** Lessons by the ids of their items in Canvas. */
  readonly #lessonOf = new Map<string, LessonPlan>()
  readonly #items: FoundItem[] = []
  readonly #ofCanvas: ReadonlyMap<string, CanvasItem>
  readonly #moduleOf: ReadonlyMap<string, CanvasModule>
  leftFiles: string[] = []

  constructor(content: ContentPackage, canvas: CanvasCourse, { paths, asked }: Found) {
    this.#content = content
    this.#canvas = canvas
    this.#paths = paths
    this.#roles = rolesOf(content, paths, asked)
    this.#moduleOf = new Map(canvas.modules.map(module => [module.id, module]))
    this.#byId = new Map(content.resources.map(resource => [resource.id, resource]))
    this.#ofCanvas = new Map(
      canvas.modules.flatMap(({ items }) => items.map(item => [item.id, item] as const)),
    )
    for (const rubric of canvas.rubrics)
      this.#items.push({
        kind: 'rubric',
        name: rubric.title,
        notes: rubric.notes,
        isThere: rubric.criteria.length > 0,
      })
  }

  get items(): readonly FoundItem[] {
    return this.#items
  }

  /** The modules of the tree, or those that Canvas lists where the tree is empty. */
  modules(): ModulePlan[] {
    const top = this.#top()
    const groups: ModulePlan[] = []
    let loose: ModulePlan | null = null
    for (const item of top) {
      const lessons = this.#lessonsOf(item, false)
      if (item.items.length > 0) {
        groups.push(this.#module(item, lessons))
        loose = null
      } else if (lessons.length) {
        if (loose) loose.lessons.push(...lessons)
        else {
          loose = modulePlan(this.#content.title, lessons)
          groups.push(loose)
        }
      }
    }
    this.#addRules(
      groups,
      top.filter(({ items }) => items.length > 0),
    )
    return groups
  }

  #top(): readonly Item[] {
    const { items } = this.#content
    // Cartridges have one item without a title around all others.
    const [only] = items
    const top = items.length === 1 && only && only.resource === null && !only.title ? only.items : items
    const single =
      top.length === 1 && top[0]!.resource === null && top[0]!.items.some(({ items }) => items.length > 0)
    if (top.length) return single ? top[0]!.items : top
    return this.#canvas.modules.map(({ id, title, isHidden, items }) => ({
      ...{ id, title, isHidden, resource: null },
      items: items.map(item => ({
        ...{ id: item.id, title: item.title, resource: item.resource },
        isHidden: item.isHidden,
        items: [],
      })),
    }))
  }

  #module(item: Item, lessons: LessonPlan[]): ModulePlan {
    const canvas = this.#moduleOf.get(item.id)
    const notes: string[] = []
    if (lessons.length === 0) notes.push('it has no lesson')
    const isHidden = item.isHidden || canvas?.isHidden
    if (isHidden) {
      notes.push('students do not see it there: its lessons are drafts')
      for (const lesson of lessons) lesson.isHidden = true
    }
    return modulePlan(item.title || this.#content.title, lessons, {
      id: item.id,
      unlockAt: canvas?.unlockAt ?? null,
      notes,
    })
  }

  /** Modules that wait for others, and lessons for each other, as Canvas has it. */
  #addRules(groups: readonly ModulePlan[], items: readonly Item[]): void {
    const modules = new Map<string, ModulePlan>()
    let at = 0
    for (const group of groups) {
      const item = items[at]
      if (!item || (item.title || this.#content.title).slice(0, 200) !== group.title) continue
      at++
      modules.set(item.id, group)
      const canvas = this.#moduleOf.get(item.id)
      if (!canvas) continue
      for (const id of canvas.after.slice(0, maxRules)) {
        const before = modules.get(id)
        if (!before) group.notes.push('it waits for a module that comes later: here it does not')
        else group.after.push(...this.#toComplete(id, before))
      }
      if (canvas.after.length)
        group.notes.push('it opens when the lessons that were required before it are completed')
      if (canvas.isSequential)
        for (const [index, lesson] of group.lessons.entries())
          if (index > 0) lesson.after.push(group.lessons[index - 1]!)
    }
  }

  /** The lessons of a module that Canvas requires: all, where it names none. */
  #toComplete(id: string, module: ModulePlan): LessonPlan[] {
    const required = this.#moduleOf.get(id)?.required ?? []
    const lessons = required.flatMap(item => this.#lessonOf.get(item) ?? [])
    return (lessons.length ? lessons : module.lessons).filter(({ isHidden }) => !isHidden).slice(-maxRules)
  }

  #lessonsOf(item: Item, isHidden: boolean): LessonPlan[] {
    const hidden = isHidden || item.isHidden || (this.#ofCanvas.get(item.id)?.isHidden ?? false)
    return [...this.#lessonOfLeaf(item, hidden), ...item.items.flatMap(each => this.#lessonsOf(each, hidden))]
  }

  #lessonOfLeaf(item: Item, isHidden: boolean): LessonPlan[] {
    const canvas = this.#ofCanvas.get(item.id)
    const name = item.title || 'Lesson'
    const leave = (kind: ItemKind, why: string) => {
      this.#items.push({ kind, name, notes: [why], isThere: false })
      return []
    }
    const resource = item.resource === null ? undefined : this.#byId.get(item.resource)
    if (!resource) {
      if (canvas?.type === 'ExternalUrl' && canvas.url)
        return [
          this.#lesson(item, name, isHidden, [partOf('link', item.id, name, { as: 'url', url: canvas.url })]),
        ]
      if (canvas?.type === 'ContextExternalTool')
        return leave('tool', 'it is a tool of another site (LTI), which lessons do not have')
      if (item.items.length > 0) return []
      if (item.resource === null)
        return leave('lesson', 'it is a heading between lessons, which modules do not have')
      return leave('lesson', `the manifest has no resource “${item.resource.slice(0, 100)}” for it`)
    }
    const role = this.#roles.get(resource.id)!
    const isSecond = this.#used.has(resource.id)
    this.#used.add(resource.id)
    if ('leftOut' in role) {
      if (!isSecond) this.#items.push({ kind: role.kind, name, notes: [role.leftOut], isThere: false })
      return []
    }
    if ('isAsked' in role) return []
    if ('companionOf' in role) return leave('lesson', 'it names a description of another item')
    const source = 'path' in role ? ({ as: 'file', path: role.path } as const) : role.source
    if (isSecond && source.as !== 'page' && source.as !== 'file' && source.as !== 'link')
      return leave('lesson', 'the same item stands in the course before, and is there once')
    return [
      this.#lesson(item, name, isHidden, [
        partOf(isSecond ? 'lesson' : role.kind, resource.id, name, source),
      ]),
    ]
  }

  #lesson(item: Item, name: string, isHidden: boolean, parts: Part[]): LessonPlan {
    const lesson = lessonPlan(name, parts, { isHidden })
    this.#lessonOf.set(item.id, lesson)
    return lesson
  }

  /** Modules of what the tree does not name: pages and tasks, banks of questions, and items of a test that nobody made. */
  others(): ModulePlan[] {
    const lessons: LessonPlan[] = []
    const banks: LessonPlan[] = []
    const items: string[] = []
    for (const resource of this.#content.resources) {
      const role = this.#roles.get(resource.id)!
      if (this.#used.has(resource.id)) continue
      const name = nameOf(resource)
      if ('leftOut' in role)
        this.#items.push({ kind: role.kind, name, notes: [role.leftOut], isThere: false })
      else if ('isAsked' in role) continue
      else if ('companionOf' in role) this.#items.push({ kind: role.kind, name, notes: [], isThere: true })
      else if ('path' in role) this.leftFiles.push(role.path)
      else if (role.source.as === 'items') items.push(...role.source.paths)
      else if (role.isBank)
        banks.push(
          lessonPlan(name, [partOf(role.kind, resource.id, name, role.source)], {
            isHidden: true,
            isUntitled: true,
          }),
        )
      else
        lessons.push(
          lessonPlan(name, [partOf(role.kind, resource.id, name, role.source)], { isUntitled: true }),
        )
    }
    if (items.length)
      lessons.push(
        lessonPlan(this.#content.title, [
          partOf('quiz', 'items', this.#content.title, { as: 'items', paths: items }),
        ]),
      )
    const hasTree = this.#used.size > 0
    return [
      ...(lessons.length ? [modulePlan(hasTree ? 'Other' : this.#content.title, lessons)] : []),
      ...(banks.length ? [modulePlan('Question banks', banks)] : []),
    ]
  }

  /** What no resource of the manifest names: files stand where nothing shows them, other things are told. */
  unnamed(manifest: string): FoundItem[] {
    const named = new Set(this.#content.resources.flatMap(({ href, files }) => [href, ...files]))
    const others = this.#paths.filter(path => path !== manifest && !named.has(path) && !isDescription(path))
    this.leftFiles.push(...others.filter(path => !isPart(path)))
    return others.filter(isPart).map(name => ({
      ...{ kind: isPage(name) ? ('page' as const) : ('other' as const), name, isThere: false },
      notes: ['no resource of the manifest names it'],
    }))
  }
}
