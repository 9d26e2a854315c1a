// Reads the documents of a backup of a course of Moodle (.mbz): its contents, files and activities.
import { allIn, childOf, childrenOf, firstIn, textOf, type Xml } from '@lms/archive/xml'
import type { MoodleFile } from './moodle-files.ts'
import { pointsOf } from './read-question.ts'
import { escaped } from './write-xml.ts'

export interface MoodleBackup {
  /** The site and the id of the course there; empty where it does not say. */
  origin: string
  title: string
  activities: { id: string; section: string; module: string; title: string; folder: string }[]
  sections: { id: string; title: string; folder: string }[]
}
export interface MoodleSection {
  title: string
  summary: string
  isHidden: boolean
  /** Ids of its activities in their order. */
  sequence: string[]
}
export interface MoodleActivity {
  title: string
  context: string
  html: string
  url: string | null
  /** Whether its files are what people read. */
  hasFiles: boolean
  task: { points: number | null; dueAt: string | null; unlockAt: string | null; lockAt: string | null } | null
  notes: string[]
}

const text = (at: Xml | undefined, name: string) => textOf(childOf(at, name))
/** Text of an element as it is, with the HTML that it escapes. */
const raw = (at: Xml | undefined, name: string): string => {
  const value = (childOf(at, name)?.children ?? [])
    .filter(child => typeof child === 'string')
    .join('')
    .trim()
  return value === '$@NULL@$' ? '' : value
}
const isNone = (value: string) => value === '' || value === '$@NULL@$'

export function moodleBackup(root: Xml): MoodleBackup {
  const information = firstIn(root, 'information')
  const contents = childOf(information, 'contents')
  return {
    origin: [text(information, 'original_wwwroot'), text(information, 'original_course_id')].join(' ').trim(),
    title: (text(information, 'original_course_fullname') || 'Imported course').slice(0, 200),
    activities: childrenOf(childOf(contents, 'activities'), 'activity').map(activity => ({
      ...{
        id: text(activity, 'moduleid'),
        section: text(activity, 'sectionid'),
        module: text(activity, 'modulename'),
      },
      ...{ title: text(activity, 'title').slice(0, 200), folder: text(activity, 'directory') },
    })),
    sections: childrenOf(childOf(contents, 'sections'), 'section').map(section => ({
      ...{
        id: text(section, 'sectionid'),
        title: text(section, 'title').slice(0, 200),
        folder: text(section, 'directory'),
      },
    })),
  }
}

export const moodleSection = (root: Xml): MoodleSection => ({
  title: isNone(text(root, 'name')) ? '' : text(root, 'name').slice(0, 200),
  ...{ summary: raw(root, 'summary'), isHidden: text(root, 'visible') === '0' },
  sequence: text(root, 'sequence').split(',').filter(Boolean),
})

export const moodleFiles = (root: Xml): MoodleFile[] =>
  childrenOf(root, 'file').flatMap(file => {
    const [hash, name] = [text(file, 'contenthash'), text(file, 'filename')]
    if (!/^[0-9a-f]{40}$/.test(hash) || name === '.' || name === '') return []
    return {
      path: `files/${hash.slice(0, 2)}/${hash}`,
      name: `${text(file, 'filepath').replace(/^\//, '')}${name}`,
      ...{
        context: text(file, 'contextid'),
        component: text(file, 'component'),
        area: text(file, 'filearea'),
      },
      item: text(file, 'itemid'),
    }
  })

/** Whether an activity is hidden, and when it opens. */
export function moodleModule(root: Xml): { isHidden: boolean; unlockAt: string | null; notes: string[] } {
  const availability = raw(root, 'availability')
  const date = /"type":"date","d":">=","t":(\d{9,11})/.exec(availability)?.[1]
  const others = availability.replace(/\{"type":"date","d":">=","t":\d+\}/g, '')
  return {
    isHidden: text(root, 'visible') === '0',
    unlockAt: timeOf(date ?? ''),
    notes: /"type":/.test(others)
      ? ['its other conditions of access are left out: set opening rules for the lesson']
      : [],
  }
}

function timeOf(seconds: string): string | null {
  const value = Number(seconds)
  return value > 0 && value < 1e11 ? `${new Date(value * 1000).toISOString().slice(0, 19)}Z` : null
}

/** What a single activity says. */
export function moodleActivity(root: Xml, module: string): MoodleActivity {
  const own = childOf(root, module)
  const base: MoodleActivity = {
    ...{ title: text(own, 'name').slice(0, 200), context: root.attributes.get('contextid') ?? '' },
    ...{ html: raw(own, 'intro'), url: null, hasFiles: false, task: null, notes: [] },
  }
  switch (module) {
    case 'page':
      return { ...base, html: base.html + raw(own, 'content') }
    case 'book': {
      const chapters = allIn(childOf(own, 'chapters'), 'chapter')
      const html = chapters.map(
        chapter => `<h2>${escaped(text(chapter, 'title'))}</h2>${raw(chapter, 'content')}`,
      )
      return { ...base, html: base.html + html.join(''), notes: ['its chapters follow each other'] }
    }
    case 'lesson': {
      const pages = allIn(childOf(own, 'pages'), 'page')
      const html = pages.map(page => `<h2>${escaped(text(page, 'title'))}</h2>${raw(page, 'contents')}`)
      return {
        ...base,
        html: base.html + html.join(''),
        notes: ['its pages follow each other, without the questions and jumps between them'],
      }
    }
    case 'url':
      return { ...base, url: raw(own, 'externalurl') }
    case 'resource':
    case 'folder':
      return { ...base, hasFiles: true }
    case 'forum':
      return { ...base, notes: ['a lesson has its comments: the introduction of the forum is its text now'] }
    case 'assign':
    case 'assignment': {
      const grade = Number(text(own, 'grade'))
      const notes = grade < 0 ? ['it is graded by a scale there, and only accepted or returned here'] : []
      if (text(own, 'teamsubmission') === '1') notes.push('each student hands in alone here, not a group')
      return {
        ...{ ...base, hasFiles: true, notes },
        task: {
          points: pointsOf(grade),
          dueAt: timeOf(text(own, 'duedate') || text(own, 'timedue')),
          unlockAt: timeOf(text(own, 'allowsubmissionsfromdate') || text(own, 'timeavailable')),
          lockAt: timeOf(text(own, 'cutoffdate')),
        },
      }
    }
    default:
      return base
  }
}
