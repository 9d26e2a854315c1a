// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, RequestOptions } from '../core/types.ts'

export interface LessonAccessRule {
  /** The id of the lesson. */
  id: string
  /** The version of the lesson. */
  version: number
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

export interface LessonAccessRuleSetRequest {
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
  /** Changes nothing: only answers with what the change would close and open. */
  dry_run?: boolean
}

export interface LessonAccessRuleSetResult {
  /** The id of the lesson. */
  id: string
  /** The version of the lesson. */
  version: number
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

/** Why `lessonAccessRules.get` can be refused. */
export type LessonAccessRulesGetReason = CommonReason
/** Get the rules by which a lesson opens, besides those of its module, and its deadline. GET /v1/lessons/{id}/access-rules; needs lessons:read. */
export function get(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<LessonAccessRule, LessonAccessRulesGetReason> {
  return client.call({ method: 'GET', path: `/v1/lessons/${encodeURIComponent(id)}/access-rules` }, options)
}

/** Why `lessonAccessRules.set` can be refused. */
export type LessonAccessRulesSetReason = CommonReason | 'lessons_circular' | 'rule_lesson_unknown' | 'courses_circular' | 'rule_course_unknown'
/** Replace the rules by which a lesson opens, at most 20, and its deadline. PUT /v1/lessons/{id}/access-rules; needs lessons:write. */
export function set(client: Caller, id: string, body: LessonAccessRuleSetRequest = {}, options: RequestOptions = {}): ApiPromise<LessonAccessRuleSetResult, LessonAccessRulesSetReason> {
  return client.call({ method: 'PUT', path: `/v1/lessons/${encodeURIComponent(id)}/access-rules`, body }, options)
}

/** The operations of `lessonAccessRules` with a client. */
export class LessonAccessRulesApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** Get the rules by which a lesson opens, besides those of its module, and its deadline. GET /v1/lessons/{id}/access-rules; needs lessons:read. */
  get(id: string, options: RequestOptions = {}): ApiPromise<LessonAccessRule, LessonAccessRulesGetReason> {
    return get(this.#client, id, options)
  }
  /** Replace the rules by which a lesson opens, at most 20, and its deadline. PUT /v1/lessons/{id}/access-rules; needs lessons:write. */
  set(id: string, body: LessonAccessRuleSetRequest = {}, options: RequestOptions = {}): ApiPromise<LessonAccessRuleSetResult, LessonAccessRulesSetReason> {
    return set(this.#client, id, body, options)
  }}
