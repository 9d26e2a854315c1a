// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'

export interface Assignment {
  /** The id of the assignment. */
  id: string
  /** The id of the course. */
  course_id: string
  /** The lesson of which it is the homework. */
  lesson_id: string
  /** What students read above the homework. */
  title: string
  /** The task that students are to do. */
  text: string
  /** In hundredths of a point; null if it is only accepted or returned. */
  max_score: number | null
  /** Within how many hours an answer is to be reviewed. */
  review_hours: number
  /** Answers after the deadline are accepted; marked as late; refused; or lose a share of their score for each day. */
  late: 'accept' | 'mark' | 'refuse' | 'penalty'
  /** The share of the score that each calendar day of delay costs; needed for `late: penalty`. */
  penalty_percent: number | null
  /** The criteria by which it is reviewed; the score follows from their levels. It needs max_score. Null for a score without criteria. A change leaves the reviews before as they are. */
  rubric: {
    /** What tells the criterion apart from the others; it keeps it when its words change. */
    key: string
    /** What is looked at, as students read it. */
    title: string
    /** More about it; empty for nothing. */
    description: string
    /** What it counts beside the other criteria: twice as much with twice the weight. */
    weight: number
    /** The levels that an answer can reach. */
    levels: {
      /** What tells the level apart from the others of the criterion. */
      key: string
      /** The name of the level. */
      title: string
      /** What an answer of this level is like; empty for nothing. */
      description: string
      /** The share of the points of the criterion that the level earns. */
      percent: number
    }[]
  }[] | null
  /** The category of the gradebook in which it counts, by the key that the course gives it. Null: where the course has categories, it counts nothing. */
  grade_category: string | null
  /** Whether it only adds to the result of its category: nobody loses by not doing it. */
  extra_credit: boolean
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the assignment was created. */
  created_at: string
  /** When the assignment last changed. */
  updated_at: string
}

export interface DeletedLessonBlock {
  /** The id of the lesson block. */
  id: string
  /** Always true: the lesson block was deleted. */
  deleted: true
}

export interface LessonBlock {
  /** The id of the lesson block. */
  id: string
  /** The id of the lesson. */
  lesson_id: string
  /** Its place in the lesson, from 1. PUT /v1/lessons/{id}/blocks sets it. */
  position: number
  /** What the block shows, in the form of its kind. */
  content: {
    /** Always `text`: it tells this form from the others. */
    kind: 'text'
    /** HTML of running text, headings and tables. Scripts, styles, forms and frames are removed. */
    html: string
  } | {
    /** Always `video`: it tells this form from the others. */
    kind: 'video'
    /** A ready file with the video. */
    file_id: string
    /** What it is about, also for people who do not see or hear it. */
    title: string
    /** How long it plays, in seconds, which progress counts; null if that is not known. */
    duration_seconds: number | null
    /** The picture shown before the video plays; null for none. */
    poster_file_id: string | null
    /** A ready file of the type text/vtt. */
    captions_file_id: string | null
  } | {
    /** Always `audio`: it tells this form from the others. */
    kind: 'audio'
    /** A ready file with the recording. */
    file_id: string
    /** What it is about, also for people who do not see or hear it. */
    title: string
    /** How long it plays, in seconds, which progress counts; null if that is not known. */
    duration_seconds: number | null
    /** What is said in the recording, for people who cannot hear it. */
    transcript: string
  } | {
    /** Always `file`: it tells this form from the others. */
    kind: 'file'
    /** The id of the file. */
    file_id: string
    /** What it is about, also for people who do not see or hear it. */
    title: string
  } | {
    /** Always `quiz`: it tells this form from the others. */
    kind: 'quiz'
    /** A quiz of the lesson, which is taken in this place. */
    quiz_id: string
  } | {
    /** Always `assignment`: it tells this form from the others. */
    kind: 'assignment'
    /** A homework of the lesson, which is done in this place. */
    assignment_id: string
  } | {
    /** Always `embed`: it tells this form from the others. */
    kind: 'embed'
    /** The address of a video at YouTube or Vimeo. */
    url: string
    /** What it is about, also for people who do not see or hear it. */
    title: string
    /** How long it plays, in seconds, which progress counts; null if that is not known. */
    duration_seconds: number | null
  }
  /** Where students and curators fetch its files, for 15 minutes; null for others: POST /v1/files/{id}/download-url. */
  links: {
    /** The id of the file. */
    file_id: string
    /** Where the file is fetched, without a key, until `expires_at`. */
    url: string
    /** When it expires. */
    expires_at: string
  }[] | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the lesson block was created. */
  created_at: string
  /** When the lesson block last changed. */
  updated_at: string
}

export interface LessonBlockArrangeRequest {
  /** The ids of all blocks of the lesson, in the new order. */
  ids: string[]
}

export interface LessonBlockArrangeResult {
  /** The id of the lesson. */
  id: string
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** The blocks of the lesson in the new order. */
  blocks: LessonBlock[]
}

export interface LessonBlockCreate {
  /** What the block shows, in the form of its kind. */
  content: {
    /** Always `text`: it tells this form from the others. */
    kind: 'text'
    /** HTML of running text, headings and tables. Scripts, styles, forms and frames are removed. */
    html: string
  } | {
    /** Always `video`: it tells this form from the others. */
    kind: 'video'
    /** A ready file with the video. */
    file_id: string
    /** What it is about, also for people who do not see or hear it. */
    title: string
    /** How long it plays, in seconds, which progress counts; null if that is not known. Default: `null`. */
    duration_seconds?: number | null
    /** The picture shown before the video plays; null for none. Default: `null`. */
    poster_file_id?: string | null
    /** A ready file of the type text/vtt. Default: `null`. */
    captions_file_id?: string | null
  } | {
    /** Always `audio`: it tells this form from the others. */
    kind: 'audio'
    /** A ready file with the recording. */
    file_id: string
    /** What it is about, also for people who do not see or hear it. */
    title: string
    /** How long it plays, in seconds, which progress counts; null if that is not known. Default: `null`. */
    duration_seconds?: number | null
    /** What is said in the recording, for people who cannot hear it. Default: `""`. */
    transcript?: string
  } | {
    /** Always `file`: it tells this form from the others. */
    kind: 'file'
    /** The id of the file. */
    file_id: string
    /** What it is about, also for people who do not see or hear it. */
    title: string
  } | {
    /** Always `quiz`: it tells this form from the others. */
    kind: 'quiz'
    /** A quiz of the lesson, which is taken in this place. */
    quiz_id: string
  } | {
    /** Always `assignment`: it tells this form from the others. */
    kind: 'assignment'
    /** A homework of the lesson, which is done in this place. */
    assignment_id: string
  } | {
    /** Always `embed`: it tells this form from the others. */
    kind: 'embed'
    /** The address of a video at YouTube or Vimeo. */
    url: string
    /** What it is about, also for people who do not see or hear it. */
    title: string
    /** How long it plays, in seconds, which progress counts; null if that is not known. Default: `null`. */
    duration_seconds?: number | null
  }
}

export interface LessonBlockProgress {
  /** The id of the lesson block. */
  block_id: string
  /** The seconds that were played, each counted once. */
  watched_seconds: number
  /** Where the player stood last. */
  position_seconds: number
  /** When the lesson block progress was reported. */
  reported_at: string
}

export interface LessonBlockUpdate {
  /** What the block shows, in the form of its kind. */
  content?: {
    /** Always `text`: it tells this form from the others. */
    kind: 'text'
    /** HTML of running text, headings and tables. Scripts, styles, forms and frames are removed. */
    html: string
  } | {
    /** Always `video`: it tells this form from the others. */
    kind: 'video'
    /** A ready file with the video. */
    file_id: string
    /** What it is about, also for people who do not see or hear it. */
    title: string
    /** How long it plays, in seconds, which progress counts; null if that is not known. Default: `null`. */
    duration_seconds?: number | null
    /** The picture shown before the video plays; null for none. Default: `null`. */
    poster_file_id?: string | null
    /** A ready file of the type text/vtt. Default: `null`. */
    captions_file_id?: string | null
  } | {
    /** Always `audio`: it tells this form from the others. */
    kind: 'audio'
    /** A ready file with the recording. */
    file_id: string
    /** What it is about, also for people who do not see or hear it. */
    title: string
    /** How long it plays, in seconds, which progress counts; null if that is not known. Default: `null`. */
    duration_seconds?: number | null
    /** What is said in the recording, for people who cannot hear it. Default: `""`. */
    transcript?: string
  } | {
    /** Always `file`: it tells this form from the others. */
    kind: 'file'
    /** The id of the file. */
    file_id: string
    /** What it is about, also for people who do not see or hear it. */
    title: string
  } | {
    /** Always `quiz`: it tells this form from the others. */
    kind: 'quiz'
    /** A quiz of the lesson, which is taken in this place. */
    quiz_id: string
  } | {
    /** Always `assignment`: it tells this form from the others. */
    kind: 'assignment'
    /** A homework of the lesson, which is done in this place. */
    assignment_id: string
  } | {
    /** Always `embed`: it tells this form from the others. */
    kind: 'embed'
    /** The address of a video at YouTube or Vimeo. */
    url: string
    /** What it is about, also for people who do not see or hear it. */
    title: string
    /** How long it plays, in seconds, which progress counts; null if that is not known. Default: `null`. */
    duration_seconds?: number | null
  }
}

export interface Quiz {
  /** The id of the quiz. */
  id: string
  /** The id of the course. */
  course_id: string
  /** The lesson in which students take it. */
  lesson_id: string
  /** What students read above the quiz. */
  title: string
  /** What students read before they start. */
  description: string
  /** The share of the points with which it is passed. */
  pass_percent: number
  /** The number of attempts of one person; null for up to 100. */
  attempts_allowed: number | null
  /** The time for one attempt, by the clock of the server; null without a limit. */
  time_limit_seconds: number | null
  /** Whether each attempt has an order of its own. */
  shuffle_questions: boolean
  /** Whether the options of a question stand in an order of their own. */
  shuffle_options: boolean
  /** The number of questions drawn from those with a label, also of other quizzes. All other questions of the quiz are asked, up to 200 in all. */
  draws: ({
    /** The label of the questions to draw from. */
    label: string
    /** The number of questions that each attempt draws. */
    count: number
    /** Whose questions they are: of the quiz itself, as without it; of the quizzes in `quiz_ids`; of all quizzes of the course; or of the school. Other courses that are archived do not count. */
    source?: 'quiz' | 'quizzes' | 'course' | 'school'
    /** The quizzes to draw from, with `source: quizzes` alone. */
    quiz_ids?: string[]
  })[]
  /** What students see: nothing; the score; also the right answers after each attempt, after the last one, or after their deadline. */
  show: 'never' | 'score' | 'after_finish' | 'after_last_attempt' | 'after_deadline'
  /** Which attempts the gradebook shows: the best, the last, or the average of all that are final. */
  counts: 'best' | 'last' | 'average'
  /** Within how many hours open answers are to be reviewed. */
  review_hours: number
  /** The category of the gradebook in which it counts, by the key that the course gives it. Null: where the course has categories, it counts nothing. */
  grade_category: string | null
  /** Whether it only adds to the result of its category: nobody loses by not doing it. */
  extra_credit: boolean
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the quiz was created. */
  created_at: string
  /** When the quiz last changed. */
  updated_at: string
}

export type LessonBlockSort = 'position' | '-position' | 'created_at' | '-created_at'
export type LessonBlockExpand = 'quiz' | 'assignment' | 'progress'
/** An item of the list with the relations of `expand`. */
export type LessonBlockWith<E extends LessonBlockExpand = never> = LessonBlock &
  ('quiz' extends E ? { quiz: Quiz | null } : unknown) &
  ('assignment' extends E ? { assignment: Assignment | null } : unknown) &
  ('progress' extends E ? { progress: LessonBlockProgress | null } : unknown)
/** The query of the list of LessonBlock. */
export interface LessonBlockListQuery<E extends LessonBlockExpand = LessonBlockExpand> extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<LessonBlockSort>
  /** Relations to include, as far as the key may read them. */
  expand?: OneOrMany<E>
  lesson_id?: OneOrMany<string>
  created_at?: TimeFilter
  updated_at?: TimeFilter
  edition?: OneOrMany<'published' | 'draft'>
}

/** Why `lessonBlocks.list` can be refused. */
export type LessonBlocksListReason = CommonReason | 'lesson_closed'
/** List the blocks of a lesson: those of its draft to who may write them, the published ones to others. GET /v1/lessons/{id}/blocks; needs lesson-blocks:read. */
export function list<const E extends LessonBlockExpand = never>(client: Caller, id: string, query: LessonBlockListQuery<E> = {}, options: RequestOptions = {}): ListPromise<LessonBlockWith<E>, LessonBlocksListReason> {
  return client.list({ method: 'GET', path: `/v1/lessons/${encodeURIComponent(id)}/blocks`, query }, options)
}

/** Why `lessonBlocks.create` can be refused. */
export type LessonBlocksCreateReason = CommonReason | 'lesson_too_large' | 'block_invalid' | 'block_work_unknown' | 'blocks_limit_reached'
/** Add a block at the end of a lesson. POST /v1/lessons/{id}/blocks; needs lesson-blocks:write. */
export function create(client: Caller, id: string, body: LessonBlockCreate, options: RequestOptions = {}): ApiPromise<LessonBlock, LessonBlocksCreateReason> {
  return client.call({ method: 'POST', path: `/v1/lessons/${encodeURIComponent(id)}/blocks`, body }, options)
}

/** Why `lessonBlocks.get` can be refused. */
export type LessonBlocksGetReason = CommonReason | 'lesson_closed'
/** Get a block of a lesson. GET /v1/lessons/{id}/blocks/{blockId}; needs lesson-blocks:read. */
export function get(client: Caller, id: string, blockId: string, options: RequestOptions = {}): ApiPromise<LessonBlock, LessonBlocksGetReason> {
  return client.call({ method: 'GET', path: `/v1/lessons/${encodeURIComponent(id)}/blocks/${encodeURIComponent(blockId)}` }, options)
}

/** Why `lessonBlocks.update` can be refused. */
export type LessonBlocksUpdateReason = CommonReason | 'lesson_too_large' | 'block_invalid' | 'block_work_unknown'
/** Change a block of a lesson. PATCH /v1/lessons/{id}/blocks/{blockId}; needs lesson-blocks:write. */
export function update(client: Caller, id: string, blockId: string, body: LessonBlockUpdate = {}, options: RequestOptions = {}): ApiPromise<LessonBlock, LessonBlocksUpdateReason> {
  return client.call({ method: 'PATCH', path: `/v1/lessons/${encodeURIComponent(id)}/blocks/${encodeURIComponent(blockId)}`, body }, options)
}

/** Why `lessonBlocks.delete` can be refused. */
export type LessonBlocksDeleteReason = CommonReason
/** Delete a block of a lesson. DELETE /v1/lessons/{id}/blocks/{blockId}; needs lesson-blocks:write. */
function delete_(client: Caller, id: string, blockId: string, options: RequestOptions = {}): ApiPromise<DeletedLessonBlock, LessonBlocksDeleteReason> {
  return client.call({ method: 'DELETE', path: `/v1/lessons/${encodeURIComponent(id)}/blocks/${encodeURIComponent(blockId)}` }, options)
}

/** Why `lessonBlocks.arrange` can be refused. */
export type LessonBlocksArrangeReason = CommonReason | 'blocks_differ'
/** Reorder the blocks of a lesson. PUT /v1/lessons/{id}/blocks; needs lesson-blocks:write. */
export function arrange(client: Caller, id: string, body: LessonBlockArrangeRequest, options: RequestOptions = {}): ApiPromise<LessonBlockArrangeResult, LessonBlocksArrangeReason> {
  return client.call({ method: 'PUT', path: `/v1/lessons/${encodeURIComponent(id)}/blocks`, body }, options)
}

export { delete_ as delete }

/** The operations of `lessonBlocks` with a client. */
export class LessonBlocksApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List the blocks of a lesson: those of its draft to who may write them, the published ones to others. GET /v1/lessons/{id}/blocks; needs lesson-blocks:read. */
  list<const E extends LessonBlockExpand = never>(id: string, query: LessonBlockListQuery<E> = {}, options: RequestOptions = {}): ListPromise<LessonBlockWith<E>, LessonBlocksListReason> {
    return list(this.#client, id, query, options)
  }
  /** Add a block at the end of a lesson. POST /v1/lessons/{id}/blocks; needs lesson-blocks:write. */
  create(id: string, body: LessonBlockCreate, options: RequestOptions = {}): ApiPromise<LessonBlock, LessonBlocksCreateReason> {
    return create(this.#client, id, body, options)
  }
  /** Get a block of a lesson. GET /v1/lessons/{id}/blocks/{blockId}; needs lesson-blocks:read. */
  get(id: string, blockId: string, options: RequestOptions = {}): ApiPromise<LessonBlock, LessonBlocksGetReason> {
    return get(this.#client, id, blockId, options)
  }
  /** Change a block of a lesson. PATCH /v1/lessons/{id}/blocks/{blockId}; needs lesson-blocks:write. */
  update(id: string, blockId: string, body: LessonBlockUpdate = {}, options: RequestOptions = {}): ApiPromise<LessonBlock, LessonBlocksUpdateReason> {
    return update(this.#client, id, blockId, body, options)
  }
  /** Delete a block of a lesson. DELETE /v1/lessons/{id}/blocks/{blockId}; needs lesson-blocks:write. */
  delete(id: string, blockId: string, options: RequestOptions = {}): ApiPromise<DeletedLessonBlock, LessonBlocksDeleteReason> {
    return delete_(this.#client, id, blockId, options)
  }
  /** Reorder the blocks of a lesson. PUT /v1/lessons/{id}/blocks; needs lesson-blocks:write. */
  arrange(id: string, body: LessonBlockArrangeRequest, options: RequestOptions = {}): ApiPromise<LessonBlockArrangeResult, LessonBlocksArrangeReason> {
    return arrange(this.#client, id, body, options)
  }}
