// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'

export interface DeletedModule {
  /** The id of the module. */
  id: string
  /** Always true: the module was deleted. */
  deleted: true
}

export interface Module {
  /** The id of the module. */
  id: string
  /** The id of the course. */
  course_id: string
  /** What students read above the lessons of the module. */
  title: string
  /** What students read below the title. */
  description: string
  /** Its place in the course, from 1. PUT /v1/courses/{id}/structure sets it. */
  position: number
  /** When its lessons open, besides their own rules, and their deadline. */
  access_rules: {
    /** All of them must be met, those of the module too. Without one the lesson opens with the course. In a flow none opens before its start. */
    conditions: ({
      /** Always `date`: it tells this form from the others. */
      kind: 'date'
      /** When the lesson opens, for all people. */
      at: string
    } | {
      /** Always `days_after`: it tells this form from the others. */
      kind: 'days_after'
      /** What the days are counted from. */
      from: 'flow_start' | 'own_start' | 'lesson_opened' | 'lesson_completed'
      /** The lesson whose opening or completion the days are counted from. */
      lesson_id?: string | null
      /** Calendar days in the zone of the course. */
      days: number
      /** Default: the time of day of the start. */
      time?: string | null
    } | {
      /** Always `hours_after`: it tells this form from the others. */
      kind: 'hours_after'
      /** What the hours are counted from. */
      from: 'flow_start' | 'own_start' | 'lesson_opened' | 'lesson_completed'
      /** The lesson whose opening or completion the hours are counted from. */
      lesson_id?: string | null
      /** Hours of 60 minutes, also where the clocks change. */
      hours: number
    } | {
      /** Always `weekday`: it tells this form from the others. */
      kind: 'weekday'
      /** What the weekdays are counted from. */
      from: 'flow_start' | 'own_start'
      /** The day of the week on which the lesson opens. */
      weekday: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday'
      /** 1 is the first such weekday and time that is not before the start. */
      number: number
      /** The time of day at which it opens, in the zone of the course. */
      time: string
    } | {
      /** Always `after_lesson`: it tells this form from the others. */
      kind: 'after_lesson'
      /** The lesson to complete. */
      lesson_id: string
    } | {
      /** Always `after_acceptance`: it tells this form from the others. */
      kind: 'after_acceptance'
      /** The lesson whose homework is to be accepted. */
      lesson_id: string
    } | {
      /** Always `after_course`: it tells this form from the others. */
      kind: 'after_course'
      /** The other course to complete. */
      course_id: string
    } | {
      /** Always `score`: it tells this form from the others. */
      kind: 'score'
      /** The quiz or the homework of the course whose grade counts, as the gradebook shows it. */
      item_id: string
      /** The share of its points to reach. Accepted homework without points counts in full. */
      percent: number
    } | {
      /** Always `tag`: it tells this form from the others. */
      kind: 'tag'
      /** The tag to have. */
      tag_id: string
    } | {
      /** Always `offer`: it tells this form from the others. */
      kind: 'offer'
      /** The offer to have bought. */
      offer_id: string
    } | {
      /** Always `webinar_presence`: it tells this form from the others. */
      kind: 'webinar_presence'
      /** The webinar; any of its sessions counts. */
      webinar_id: string
      /** To be present live for so long in one session. */
      minutes: number
      /** Whether sessions of an auto-webinar count, which show a recording. */
      auto: boolean
    } | {
      /** Always `webinar_recording`: it tells this form from the others. */
      kind: 'webinar_recording'
      /** The webinar; any of its sessions counts. */
      webinar_id: string
      /** The share of the recording of one session to watch. */
      percent: 50 | 90 | 100
    } | {
      /** Always `any_of`: it tells this form from the others. */
      kind: 'any_of'
      /** One of them is enough: the first that is met opens. */
      conditions: ({
        /** Always `date`: it tells this form from the others. */
        kind: 'date'
        /** When the lesson opens, for all people. */
        at: string
      } | {
        /** Always `days_after`: it tells this form from the others. */
        kind: 'days_after'
        /** What the days are counted from. */
        from: 'flow_start' | 'own_start' | 'lesson_opened' | 'lesson_completed'
        /** The lesson whose opening or completion the days are counted from. */
        lesson_id?: string | null
        /** Calendar days in the zone of the course. */
        days: number
        /** Default: the time of day of the start. */
        time?: string | null
      } | {
        /** Always `hours_after`: it tells this form from the others. */
        kind: 'hours_after'
        /** What the hours are counted from. */
        from: 'flow_start' | 'own_start' | 'lesson_opened' | 'lesson_completed'
        /** The lesson whose opening or completion the hours are counted from. */
        lesson_id?: string | null
        /** Hours of 60 minutes, also where the clocks change. */
        hours: number
      } | {
        /** Always `weekday`: it tells this form from the others. */
        kind: 'weekday'
        /** What the weekdays are counted from. */
        from: 'flow_start' | 'own_start'
        /** The day of the week on which the lesson opens. */
        weekday: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday'
        /** 1 is the first such weekday and time that is not before the start. */
        number: number
        /** The time of day at which it opens, in the zone of the course. */
        time: string
      } | {
        /** Always `after_lesson`: it tells this form from the others. */
        kind: 'after_lesson'
        /** The lesson to complete. */
        lesson_id: string
      } | {
        /** Always `after_acceptance`: it tells this form from the others. */
        kind: 'after_acceptance'
        /** The lesson whose homework is to be accepted. */
        lesson_id: string
      } | {
        /** Always `after_course`: it tells this form from the others. */
        kind: 'after_course'
        /** The other course to complete. */
        course_id: string
      } | {
        /** Always `score`: it tells this form from the others. */
        kind: 'score'
        /** The quiz or the homework of the course whose grade counts, as the gradebook shows it. */
        item_id: string
        /** The share of its points to reach. Accepted homework without points counts in full. */
        percent: number
      } | {
        /** Always `tag`: it tells this form from the others. */
        kind: 'tag'
        /** The tag to have. */
        tag_id: string
      } | {
        /** Always `offer`: it tells this form from the others. */
        kind: 'offer'
        /** The offer to have bought. */
        offer_id: string
      } | {
        /** Always `webinar_presence`: it tells this form from the others. */
        kind: 'webinar_presence'
        /** The webinar; any of its sessions counts. */
        webinar_id: string
        /** To be present live for so long in one session. */
        minutes: number
        /** Whether sessions of an auto-webinar count, which show a recording. */
        auto: boolean
      } | {
        /** Always `webinar_recording`: it tells this form from the others. */
        kind: 'webinar_recording'
        /** The webinar; any of its sessions counts. */
        webinar_id: string
        /** The share of the recording of one session to watch. */
        percent: 50 | 90 | 100
      })[]
    })[]
    /** Until when to complete it. The deadline of a lesson takes the place of that of its module. */
    deadline: {
      /** Always `date`: it tells this form from the others. */
      kind: 'date'
      /** The time, for all people. */
      at: string
    } | {
      /** Always `days_after`: it tells this form from the others. */
      kind: 'days_after'
      /** What the days are counted from. */
      from: 'opening' | 'flow_start'
      /** Calendar days in the zone of the course. */
      days: number
      /** Default: the time of day of the start. */
      time?: string | null
    } | {
      /** Always `hours_after`: it tells this form from the others. */
      kind: 'hours_after'
      /** What the hours are counted from. */
      from: 'opening' | 'flow_start'
      /** Hours of 60 minutes, also where the clocks change. */
      hours: number
    } | null
    /** When the lesson closes to everybody, also to those who have completed it; null for never. That of a lesson takes the place of that of its module. A deadline that an override moves beyond it moves it along. */
    end?: {
      /** Always `date`: it tells this form from the others. */
      kind: 'date'
      /** The time, for all people. */
      at: string
    } | {
      /** Always `days_after`: it tells this form from the others. */
      kind: 'days_after'
      /** What the days are counted from. */
      from: 'opening' | 'flow_start'
      /** Calendar days in the zone of the course. */
      days: number
      /** Default: the time of day of the start. */
      time?: string | null
    } | {
      /** Always `hours_after`: it tells this form from the others. */
      kind: 'hours_after'
      /** What the hours are counted from. */
      from: 'opening' | 'flow_start'
      /** Hours of 60 minutes, also where the clocks change. */
      hours: number
    } | null
  }
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the module was created. */
  created_at: string
  /** When the module last changed. */
  updated_at: string
}

export interface ModuleCourse {
  /** The id of the course. */
  id: string
  /** The title of the course. */
  title: string
}

export interface ModuleCreate {
  /** The id of the course. */
  course_id: string
  /** What students read above the lessons of the module. */
  title: string
  /** What students read below the title. Default: `""`. */
  description?: string
  /** When its lessons open, besides their own rules, and their deadline. Default: `{"conditions":[],"deadline":null}`. */
  access_rules?: {
    /** All of them must be met, those of the module too. Without one the lesson opens with the course. In a flow none opens before its start. Default: `[]`. */
    conditions?: ({
      /** Always `date`: it tells this form from the others. */
      kind: 'date'
      /** When the lesson opens, for all people. */
      at: string
    } | {
      /** Always `days_after`: it tells this form from the others. */
      kind: 'days_after'
      /** What the days are counted from. */
      from: 'flow_start' | 'own_start' | 'lesson_opened' | 'lesson_completed'
      /** The lesson whose opening or completion the days are counted from. */
      lesson_id?: string | null
      /** Calendar days in the zone of the course. */
      days: number
      /** Default: the time of day of the start. */
      time?: string | null
    } | {
      /** Always `hours_after`: it tells this form from the others. */
      kind: 'hours_after'
      /** What the hours are counted from. */
      from: 'flow_start' | 'own_start' | 'lesson_opened' | 'lesson_completed'
      /** The lesson whose opening or completion the hours are counted from. */
      lesson_id?: string | null
      /** Hours of 60 minutes, also where the clocks change. */
      hours: number
    } | {
      /** Always `weekday`: it tells this form from the others. */
      kind: 'weekday'
      /** What the weekdays are counted from. */
      from: 'flow_start' | 'own_start'
      /** The day of the week on which the lesson opens. */
      weekday: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday'
      /** 1 is the first such weekday and time that is not before the start. */
      number: number
      /** The time of day at which it opens, in the zone of the course. */
      time: string
    } | {
      /** Always `after_lesson`: it tells this form from the others. */
      kind: 'after_lesson'
      /** The lesson to complete. */
      lesson_id: string
    } | {
      /** Always `after_acceptance`: it tells this form from the others. */
      kind: 'after_acceptance'
      /** The lesson whose homework is to be accepted. */
      lesson_id: string
    } | {
      /** Always `after_course`: it tells this form from the others. */
      kind: 'after_course'
      /** The other course to complete. */
      course_id: string
    } | {
      /** Always `score`: it tells this form from the others. */
      kind: 'score'
      /** The quiz or the homework of the course whose grade counts, as the gradebook shows it. */
      item_id: string
      /** The share of its points to reach. Accepted homework without points counts in full. */
      percent: number
    } | {
      /** Always `tag`: it tells this form from the others. */
      kind: 'tag'
      /** The tag to have. */
      tag_id: string
    } | {
      /** Always `offer`: it tells this form from the others. */
      kind: 'offer'
      /** The offer to have bought. */
      offer_id: string
    } | {
      /** Always `webinar_presence`: it tells this form from the others. */
      kind: 'webinar_presence'
      /** The webinar; any of its sessions counts. */
      webinar_id: string
      /** To be present live for so long in one session. */
      minutes: number
      /** Whether sessions of an auto-webinar count, which show a recording. Default: `true`. */
      auto?: boolean
    } | {
      /** Always `webinar_recording`: it tells this form from the others. */
      kind: 'webinar_recording'
      /** The webinar; any of its sessions counts. */
      webinar_id: string
      /** The share of the recording of one session to watch. */
      percent: 50 | 90 | 100
    } | {
      /** Always `any_of`: it tells this form from the others. */
      kind: 'any_of'
      /** One of them is enough: the first that is met opens. */
      conditions: ({
        /** Always `date`: it tells this form from the others. */
        kind: 'date'
        /** When the lesson opens, for all people. */
        at: string
      } | {
        /** Always `days_after`: it tells this form from the others. */
        kind: 'days_after'
        /** What the days are counted from. */
        from: 'flow_start' | 'own_start' | 'lesson_opened' | 'lesson_completed'
        /** The lesson whose opening or completion the days are counted from. */
        lesson_id?: string | null
        /** Calendar days in the zone of the course. */
        days: number
        /** Default: the time of day of the start. */
        time?: string | null
      } | {
        /** Always `hours_after`: it tells this form from the others. */
        kind: 'hours_after'
        /** What the hours are counted from. */
        from: 'flow_start' | 'own_start' | 'lesson_opened' | 'lesson_completed'
        /** The lesson whose opening or completion the hours are counted from. */
        lesson_id?: string | null
        /** Hours of 60 minutes, also where the clocks change. */
        hours: number
      } | {
        /** Always `weekday`: it tells this form from the others. */
        kind: 'weekday'
        /** What the weekdays are counted from. */
        from: 'flow_start' | 'own_start'
        /** The day of the week on which the lesson opens. */
        weekday: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday'
        /** 1 is the first such weekday and time that is not before the start. */
        number: number
        /** The time of day at which it opens, in the zone of the course. */
        time: string
      } | {
        /** Always `after_lesson`: it tells this form from the others. */
        kind: 'after_lesson'
        /** The lesson to complete. */
        lesson_id: string
      } | {
        /** Always `after_acceptance`: it tells this form from the others. */
        kind: 'after_acceptance'
        /** The lesson whose homework is to be accepted. */
        lesson_id: string
      } | {
        /** Always `after_course`: it tells this form from the others. */
        kind: 'after_course'
        /** The other course to complete. */
        course_id: string
      } | {
        /** Always `score`: it tells this form from the others. */
        kind: 'score'
        /** The quiz or the homework of the course whose grade counts, as the gradebook shows it. */
        item_id: string
        /** The share of its points to reach. Accepted homework without points counts in full. */
        percent: number
      } | {
        /** Always `tag`: it tells this form from the others. */
        kind: 'tag'
        /** The tag to have. */
        tag_id: string
      } | {
        /** Always `offer`: it tells this form from the others. */
        kind: 'offer'
        /** The offer to have bought. */
        offer_id: string
      } | {
        /** Always `webinar_presence`: it tells this form from the others. */
        kind: 'webinar_presence'
        /** The webinar; any of its sessions counts. */
        webinar_id: string
        /** To be present live for so long in one session. */
        minutes: number
        /** Whether sessions of an auto-webinar count, which show a recording. Default: `true`. */
        auto?: boolean
      } | {
        /** Always `webinar_recording`: it tells this form from the others. */
        kind: 'webinar_recording'
        /** The webinar; any of its sessions counts. */
        webinar_id: string
        /** The share of the recording of one session to watch. */
        percent: 50 | 90 | 100
      })[]
    })[]
    /** Until when to complete it. The deadline of a lesson takes the place of that of its module. Default: `null`. */
    deadline?: {
      /** Always `date`: it tells this form from the others. */
      kind: 'date'
      /** The time, for all people. */
      at: string
    } | {
      /** Always `days_after`: it tells this form from the others. */
      kind: 'days_after'
      /** What the days are counted from. */
      from: 'opening' | 'flow_start'
      /** Calendar days in the zone of the course. */
      days: number
      /** Default: the time of day of the start. */
      time?: string | null
    } | {
      /** Always `hours_after`: it tells this form from the others. */
      kind: 'hours_after'
      /** What the hours are counted from. */
      from: 'opening' | 'flow_start'
      /** Hours of 60 minutes, also where the clocks change. */
      hours: number
    } | null
    /** When the lesson closes to everybody, also to those who have completed it; null for never. That of a lesson takes the place of that of its module. A deadline that an override moves beyond it moves it along. */
    end?: {
      /** Always `date`: it tells this form from the others. */
      kind: 'date'
      /** The time, for all people. */
      at: string
    } | {
      /** Always `days_after`: it tells this form from the others. */
      kind: 'days_after'
      /** What the days are counted from. */
      from: 'opening' | 'flow_start'
      /** Calendar days in the zone of the course. */
      days: number
      /** Default: the time of day of the start. */
      time?: string | null
    } | {
      /** Always `hours_after`: it tells this form from the others. */
      kind: 'hours_after'
      /** What the hours are counted from. */
      from: 'opening' | 'flow_start'
      /** Hours of 60 minutes, also where the clocks change. */
      hours: number
    } | null
  }
}

export interface ModuleUpdate {
  /** What students read above the lessons of the module. */
  title?: string
  /** What students read below the title. */
  description?: string
  /** When its lessons open, besides their own rules, and their deadline. */
  access_rules?: {
    /** All of them must be met, those of the module too. Without one the lesson opens with the course. In a flow none opens before its start. Default: `[]`. */
    conditions?: ({
      /** Always `date`: it tells this form from the others. */
      kind: 'date'
      /** When the lesson opens, for all people. */
      at: string
    } | {
      /** Always `days_after`: it tells this form from the others. */
      kind: 'days_after'
      /** What the days are counted from. */
      from: 'flow_start' | 'own_start' | 'lesson_opened' | 'lesson_completed'
      /** The lesson whose opening or completion the days are counted from. */
      lesson_id?: string | null
      /** Calendar days in the zone of the course. */
      days: number
      /** Default: the time of day of the start. */
      time?: string | null
    } | {
      /** Always `hours_after`: it tells this form from the others. */
      kind: 'hours_after'
      /** What the hours are counted from. */
      from: 'flow_start' | 'own_start' | 'lesson_opened' | 'lesson_completed'
      /** The lesson whose opening or completion the hours are counted from. */
      lesson_id?: string | null
      /** Hours of 60 minutes, also where the clocks change. */
      hours: number
    } | {
      /** Always `weekday`: it tells this form from the others. */
      kind: 'weekday'
      /** What the weekdays are counted from. */
      from: 'flow_start' | 'own_start'
      /** The day of the week on which the lesson opens. */
      weekday: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday'
      /** 1 is the first such weekday and time that is not before the start. */
      number: number
      /** The time of day at which it opens, in the zone of the course. */
      time: string
    } | {
      /** Always `after_lesson`: it tells this form from the others. */
      kind: 'after_lesson'
      /** The lesson to complete. */
      lesson_id: string
    } | {
      /** Always `after_acceptance`: it tells this form from the others. */
      kind: 'after_acceptance'
      /** The lesson whose homework is to be accepted. */
      lesson_id: string
    } | {
      /** Always `after_course`: it tells this form from the others. */
      kind: 'after_course'
      /** The other course to complete. */
      course_id: string
    } | {
      /** Always `score`: it tells this form from the others. */
      kind: 'score'
      /** The quiz or the homework of the course whose grade counts, as the gradebook shows it. */
      item_id: string
      /** The share of its points to reach. Accepted homework without points counts in full. */
      percent: number
    } | {
      /** Always `tag`: it tells this form from the others. */
      kind: 'tag'
      /** The tag to have. */
      tag_id: string
    } | {
      /** Always `offer`: it tells this form from the others. */
      kind: 'offer'
      /** The offer to have bought. */
      offer_id: string
    } | {
      /** Always `webinar_presence`: it tells this form from the others. */
      kind: 'webinar_presence'
      /** The webinar; any of its sessions counts. */
      webinar_id: string
      /** To be present live for so long in one session. */
      minutes: number
      /** Whether sessions of an auto-webinar count, which show a recording. Default: `true`. */
      auto?: boolean
    } | {
      /** Always `webinar_recording`: it tells this form from the others. */
      kind: 'webinar_recording'
      /** The webinar; any of its sessions counts. */
      webinar_id: string
      /** The share of the recording of one session to watch. */
      percent: 50 | 90 | 100
    } | {
      /** Always `any_of`: it tells this form from the others. */
      kind: 'any_of'
      /** One of them is enough: the first that is met opens. */
      conditions: ({
        /** Always `date`: it tells this form from the others. */
        kind: 'date'
        /** When the lesson opens, for all people. */
        at: string
      } | {
        /** Always `days_after`: it tells this form from the others. */
        kind: 'days_after'
        /** What the days are counted from. */
        from: 'flow_start' | 'own_start' | 'lesson_opened' | 'lesson_completed'
        /** The lesson whose opening or completion the days are counted from. */
        lesson_id?: string | null
        /** Calendar days in the zone of the course. */
        days: number
        /** Default: the time of day of the start. */
        time?: string | null
      } | {
        /** Always `hours_after`: it tells this form from the others. */
        kind: 'hours_after'
        /** What the hours are counted from. */
        from: 'flow_start' | 'own_start' | 'lesson_opened' | 'lesson_completed'
        /** The lesson whose opening or completion the hours are counted from. */
        lesson_id?: string | null
        /** Hours of 60 minutes, also where the clocks change. */
        hours: number
      } | {
        /** Always `weekday`: it tells this form from the others. */
        kind: 'weekday'
        /** What the weekdays are counted from. */
        from: 'flow_start' | 'own_start'
        /** The day of the week on which the lesson opens. */
        weekday: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday'
        /** 1 is the first such weekday and time that is not before the start. */
        number: number
        /** The time of day at which it opens, in the zone of the course. */
        time: string
      } | {
        /** Always `after_lesson`: it tells this form from the others. */
        kind: 'after_lesson'
        /** The lesson to complete. */
        lesson_id: string
      } | {
        /** Always `after_acceptance`: it tells this form from the others. */
        kind: 'after_acceptance'
        /** The lesson whose homework is to be accepted. */
        lesson_id: string
      } | {
        /** Always `after_course`: it tells this form from the others. */
        kind: 'after_course'
        /** The other course to complete. */
        course_id: string
      } | {
        /** Always `score`: it tells this form from the others. */
        kind: 'score'
        /** The quiz or the homework of the course whose grade counts, as the gradebook shows it. */
        item_id: string
        /** The share of its points to reach. Accepted homework without points counts in full. */
        percent: number
      } | {
        /** Always `tag`: it tells this form from the others. */
        kind: 'tag'
        /** The tag to have. */
        tag_id: string
      } | {
        /** Always `offer`: it tells this form from the others. */
        kind: 'offer'
        /** The offer to have bought. */
        offer_id: string
      } | {
        /** Always `webinar_presence`: it tells this form from the others. */
        kind: 'webinar_presence'
        /** The webinar; any of its sessions counts. */
        webinar_id: string
        /** To be present live for so long in one session. */
        minutes: number
        /** Whether sessions of an auto-webinar count, which show a recording. Default: `true`. */
        auto?: boolean
      } | {
        /** Always `webinar_recording`: it tells this form from the others. */
        kind: 'webinar_recording'
        /** The webinar; any of its sessions counts. */
        webinar_id: string
        /** The share of the recording of one session to watch. */
        percent: 50 | 90 | 100
      })[]
    })[]
    /** Until when to complete it. The deadline of a lesson takes the place of that of its module. Default: `null`. */
    deadline?: {
      /** Always `date`: it tells this form from the others. */
      kind: 'date'
      /** The time, for all people. */
      at: string
    } | {
      /** Always `days_after`: it tells this form from the others. */
      kind: 'days_after'
      /** What the days are counted from. */
      from: 'opening' | 'flow_start'
      /** Calendar days in the zone of the course. */
      days: number
      /** Default: the time of day of the start. */
      time?: string | null
    } | {
      /** Always `hours_after`: it tells this form from the others. */
      kind: 'hours_after'
      /** What the hours are counted from. */
      from: 'opening' | 'flow_start'
      /** Hours of 60 minutes, also where the clocks change. */
      hours: number
    } | null
    /** When the lesson closes to everybody, also to those who have completed it; null for never. That of a lesson takes the place of that of its module. A deadline that an override moves beyond it moves it along. */
    end?: {
      /** Always `date`: it tells this form from the others. */
      kind: 'date'
      /** The time, for all people. */
      at: string
    } | {
      /** Always `days_after`: it tells this form from the others. */
      kind: 'days_after'
      /** What the days are counted from. */
      from: 'opening' | 'flow_start'
      /** Calendar days in the zone of the course. */
      days: number
      /** Default: the time of day of the start. */
      time?: string | null
    } | {
      /** Always `hours_after`: it tells this form from the others. */
      kind: 'hours_after'
      /** What the hours are counted from. */
      from: 'opening' | 'flow_start'
      /** Hours of 60 minutes, also where the clocks change. */
      hours: number
    } | null
  }
  /** Changes nothing: only answers with what the change would close and open. */
  dry_run?: boolean
}

export interface ModuleUpdateResult {
  /** The id of the module. */
  id: string
  /** The id of the course. */
  course_id: string
  /** What students read above the lessons of the module. */
  title: string
  /** What students read below the title. */
  description: string
  /** Its place in the course, from 1. PUT /v1/courses/{id}/structure sets it. */
  position: number
  /** When its lessons open, besides their own rules, and their deadline. */
  access_rules: {
    /** All of them must be met, those of the module too. Without one the lesson opens with the course. In a flow none opens before its start. */
    conditions: ({
      /** Always `date`: it tells this form from the others. */
      kind: 'date'
      /** When the lesson opens, for all people. */
      at: string
    } | {
      /** Always `days_after`: it tells this form from the others. */
      kind: 'days_after'
      /** What the days are counted from. */
      from: 'flow_start' | 'own_start' | 'lesson_opened' | 'lesson_completed'
      /** The lesson whose opening or completion the days are counted from. */
      lesson_id?: string | null
      /** Calendar days in the zone of the course. */
      days: number
      /** Default: the time of day of the start. */
      time?: string | null
    } | {
      /** Always `hours_after`: it tells this form from the others. */
      kind: 'hours_after'
      /** What the hours are counted from. */
      from: 'flow_start' | 'own_start' | 'lesson_opened' | 'lesson_completed'
      /** The lesson whose opening or completion the hours are counted from. */
      lesson_id?: string | null
      /** Hours of 60 minutes, also where the clocks change. */
      hours: number
    } | {
      /** Always `weekday`: it tells this form from the others. */
      kind: 'weekday'
      /** What the weekdays are counted from. */
      from: 'flow_start' | 'own_start'
      /** The day of the week on which the lesson opens. */
      weekday: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday'
      /** 1 is the first such weekday and time that is not before the start. */
      number: number
      /** The time of day at which it opens, in the zone of the course. */
      time: string
    } | {
      /** Always `after_lesson`: it tells this form from the others. */
      kind: 'after_lesson'
      /** The lesson to complete. */
      lesson_id: string
    } | {
      /** Always `after_acceptance`: it tells this form from the others. */
      kind: 'after_acceptance'
      /** The lesson whose homework is to be accepted. */
      lesson_id: string
    } | {
      /** Always `after_course`: it tells this form from the others. */
      kind: 'after_course'
      /** The other course to complete. */
      course_id: string
    } | {
      /** Always `score`: it tells this form from the others. */
      kind: 'score'
      /** The quiz or the homework of the course whose grade counts, as the gradebook shows it. */
      item_id: string
      /** The share of its points to reach. Accepted homework without points counts in full. */
      percent: number
    } | {
      /** Always `tag`: it tells this form from the others. */
      kind: 'tag'
      /** The tag to have. */
      tag_id: string
    } | {
      /** Always `offer`: it tells this form from the others. */
      kind: 'offer'
      /** The offer to have bought. */
      offer_id: string
    } | {
      /** Always `webinar_presence`: it tells this form from the others. */
      kind: 'webinar_presence'
      /** The webinar; any of its sessions counts. */
      webinar_id: string
      /** To be present live for so long in one session. */
      minutes: number
      /** Whether sessions of an auto-webinar count, which show a recording. */
      auto: boolean
    } | {
      /** Always `webinar_recording`: it tells this form from the others. */
      kind: 'webinar_recording'
      /** The webinar; any of its sessions counts. */
      webinar_id: string
      /** The share of the recording of one session to watch. */
      percent: 50 | 90 | 100
    } | {
      /** Always `any_of`: it tells this form from the others. */
      kind: 'any_of'
      /** One of them is enough: the first that is met opens. */
      conditions: ({
        /** Always `date`: it tells this form from the others. */
        kind: 'date'
        /** When the lesson opens, for all people. */
        at: string
      } | {
        /** Always `days_after`: it tells this form from the others. */
        kind: 'days_after'
        /** What the days are counted from. */
        from: 'flow_start' | 'own_start' | 'lesson_opened' | 'lesson_completed'
        /** The lesson whose opening or completion the days are counted from. */
        lesson_id?: string | null
        /** Calendar days in the zone of the course. */
        days: number
        /** Default: the time of day of the start. */
        time?: string | null
      } | {
        /** Always `hours_after`: it tells this form from the others. */
        kind: 'hours_after'
        /** What the hours are counted from. */
        from: 'flow_start' | 'own_start' | 'lesson_opened' | 'lesson_completed'
        /** The lesson whose opening or completion the hours are counted from. */
        lesson_id?: string | null
        /** Hours of 60 minutes, also where the clocks change. */
        hours: number
      } | {
        /** Always `weekday`: it tells this form from the others. */
        kind: 'weekday'
        /** What the weekdays are counted from. */
        from: 'flow_start' | 'own_start'
        /** The day of the week on which the lesson opens. */
        weekday: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday'
        /** 1 is the first such weekday and time that is not before the start. */
        number: number
        /** The time of day at which it opens, in the zone of the course. */
        time: string
      } | {
        /** Always `after_lesson`: it tells this form from the others. */
        kind: 'after_lesson'
        /** The lesson to complete. */
        lesson_id: string
      } | {
        /** Always `after_acceptance`: it tells this form from the others. */
        kind: 'after_acceptance'
        /** The lesson whose homework is to be accepted. */
        lesson_id: string
      } | {
        /** Always `after_course`: it tells this form from the others. */
        kind: 'after_course'
        /** The other course to complete. */
        course_id: string
      } | {
        /** Always `score`: it tells this form from the others. */
        kind: 'score'
        /** The quiz or the homework of the course whose grade counts, as the gradebook shows it. */
        item_id: string
        /** The share of its points to reach. Accepted homework without points counts in full. */
        percent: number
      } | {
        /** Always `tag`: it tells this form from the others. */
        kind: 'tag'
        /** The tag to have. */
        tag_id: string
      } | {
        /** Always `offer`: it tells this form from the others. */
        kind: 'offer'
        /** The offer to have bought. */
        offer_id: string
      } | {
        /** Always `webinar_presence`: it tells this form from the others. */
        kind: 'webinar_presence'
        /** The webinar; any of its sessions counts. */
        webinar_id: string
        /** To be present live for so long in one session. */
        minutes: number
        /** Whether sessions of an auto-webinar count, which show a recording. */
        auto: boolean
      } | {
        /** Always `webinar_recording`: it tells this form from the others. */
        kind: 'webinar_recording'
        /** The webinar; any of its sessions counts. */
        webinar_id: string
        /** The share of the recording of one session to watch. */
        percent: 50 | 90 | 100
      })[]
    })[]
    /** Until when to complete it. The deadline of a lesson takes the place of that of its module. */
    deadline: {
      /** Always `date`: it tells this form from the others. */
      kind: 'date'
      /** The time, for all people. */
      at: string
    } | {
      /** Always `days_after`: it tells this form from the others. */
      kind: 'days_after'
      /** What the days are counted from. */
      from: 'opening' | 'flow_start'
      /** Calendar days in the zone of the course. */
      days: number
      /** Default: the time of day of the start. */
      time?: string | null
    } | {
      /** Always `hours_after`: it tells this form from the others. */
      kind: 'hours_after'
      /** What the hours are counted from. */
      from: 'opening' | 'flow_start'
      /** Hours of 60 minutes, also where the clocks change. */
      hours: number
    } | null
    /** When the lesson closes to everybody, also to those who have completed it; null for never. That of a lesson takes the place of that of its module. A deadline that an override moves beyond it moves it along. */
    end?: {
      /** Always `date`: it tells this form from the others. */
      kind: 'date'
      /** The time, for all people. */
      at: string
    } | {
      /** Always `days_after`: it tells this form from the others. */
      kind: 'days_after'
      /** What the days are counted from. */
      from: 'opening' | 'flow_start'
      /** Calendar days in the zone of the course. */
      days: number
      /** Default: the time of day of the start. */
      time?: string | null
    } | {
      /** Always `hours_after`: it tells this form from the others. */
      kind: 'hours_after'
      /** What the hours are counted from. */
      from: 'opening' | 'flow_start'
      /** Hours of 60 minutes, also where the clocks change. */
      hours: number
    } | null
  }
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the module was created. */
  created_at: string
  /** When the module last changed. */
  updated_at: string
  /** What the change would close and open, with `dry_run`; otherwise null. */
  closes: {
    /** The lessons that the change closes, in the order of the course. */
    lessons: {
      /** A lesson that is open now, and would be closed. */
      lesson_id: string
      /** The people to whom it would be closed. */
      people: number
    }[]
    /** The lessons that the change opens, in the order of the course. */
    opens: {
      /** A lesson that is closed now, and would be open. */
      lesson_id: string
      /** The people to whom it would open. */
      people: number
    }[]
    /** The modules and lessons whose opening rules wait for a lesson that would be withdrawn. */
    waiting: string[]
    /** The people to whom the change closes a lesson. */
    people: number
    /** The people whose lessons were computed: all whose study runs, up to 2000. */
    people_read: number
  } | null
}

export type ModuleSort = 'created_at' | '-created_at' | 'updated_at' | '-updated_at' | 'position' | '-position'
export type ModuleExpand = 'course'
/** An item of the list with the relations of `expand`. */
export type ModuleWith<E extends ModuleExpand = never> = Module &
  ('course' extends E ? { course: ModuleCourse | null } : unknown)
/** The query of the list of Module. */
export interface ModuleListQuery<E extends ModuleExpand = ModuleExpand> extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<ModuleSort>
  /** Relations to include, as far as the key may read them. */
  expand?: OneOrMany<E>
  course_id?: OneOrMany<string>
  created_at?: TimeFilter
  updated_at?: TimeFilter
}

/** Why `modules.list` can be refused. */
export type ModulesListReason = CommonReason
/** List modules. GET /v1/modules; needs modules:read. */
export function list<const E extends ModuleExpand = never>(client: Caller, query: ModuleListQuery<E> = {}, options: RequestOptions = {}): ListPromise<ModuleWith<E>, ModulesListReason> {
  return client.list({ method: 'GET', path: '/v1/modules', query }, options)
}

/** Why `modules.get` can be refused. */
export type ModulesGetReason = CommonReason
/** Get a module. GET /v1/modules/{id}; needs modules:read. */
export function get(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<Module, ModulesGetReason> {
  return client.call({ method: 'GET', path: `/v1/modules/${encodeURIComponent(id)}` }, options)
}

/** Why `modules.create` can be refused. */
export type ModulesCreateReason = CommonReason | 'module_course_unknown' | 'rule_lesson_unknown' | 'courses_circular' | 'rule_course_unknown' | 'modules_limit_reached'
/** Add a module at the end of a course. POST /v1/modules; needs modules:write. */
export function create(client: Caller, body: ModuleCreate, options: RequestOptions = {}): ApiPromise<Module, ModulesCreateReason> {
  return client.call({ method: 'POST', path: '/v1/modules', body }, options)
}

/** Why `modules.update` can be refused. */
export type ModulesUpdateReason = CommonReason | 'lessons_circular' | 'rule_lesson_unknown' | 'courses_circular' | 'rule_course_unknown'
/** Change a module; with `dry_run` say whom its opening rules would close lessons to. PATCH /v1/modules/{id}; needs modules:write. */
export function update(client: Caller, id: string, body: ModuleUpdate = {}, options: RequestOptions = {}): ApiPromise<ModuleUpdateResult, ModulesUpdateReason> {
  return client.call({ method: 'PATCH', path: `/v1/modules/${encodeURIComponent(id)}`, body }, options)
}

/** Why `modules.delete` can be refused. */
export type ModulesDeleteReason = CommonReason | 'module_not_empty'
/** Delete an empty module. DELETE /v1/modules/{id}; needs modules:write. */
function delete_(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<DeletedModule, ModulesDeleteReason> {
  return client.call({ method: 'DELETE', path: `/v1/modules/${encodeURIComponent(id)}` }, options)
}

export { delete_ as delete }

/** The operations of `modules` with a client. */
export class ModulesApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List modules. GET /v1/modules; needs modules:read. */
  list<const E extends ModuleExpand = never>(query: ModuleListQuery<E> = {}, options: RequestOptions = {}): ListPromise<ModuleWith<E>, ModulesListReason> {
    return list(this.#client, query, options)
  }
  /** Get a module. GET /v1/modules/{id}; needs modules:read. */
  get(id: string, options: RequestOptions = {}): ApiPromise<Module, ModulesGetReason> {
    return get(this.#client, id, options)
  }
  /** Add a module at the end of a course. POST /v1/modules; needs modules:write. */
  create(body: ModuleCreate, options: RequestOptions = {}): ApiPromise<Module, ModulesCreateReason> {
    return create(this.#client, body, options)
  }
  /** Change a module; with `dry_run` say whom its opening rules would close lessons to. PATCH /v1/modules/{id}; needs modules:write. */
  update(id: string, body: ModuleUpdate = {}, options: RequestOptions = {}): ApiPromise<ModuleUpdateResult, ModulesUpdateReason> {
    return update(this.#client, id, body, options)
  }
  /** Delete an empty module. DELETE /v1/modules/{id}; needs modules:write. */
  delete(id: string, options: RequestOptions = {}): ApiPromise<DeletedModule, ModulesDeleteReason> {
    return delete_(this.#client, id, options)
  }}
