// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'

export interface DeletedScenario {
  /** The id of the scenario. */
  id: string
  /** Always true: the scenario was deleted. */
  deleted: true
}

export interface Scenario {
  /** The id of the scenario. */
  id: string
  /** Shown to staff in lists and in the history of a person. */
  name: string
  /** paused: nobody enters, and whoever is inside stays where they are; the clock of their waits stands still. */
  status: 'draft' | 'enabled' | 'paused' | 'stopped'
  /** Whether a person who has left may enter again. */
  re_entry: 'never' | 'after_leaving'
  /** Hours between leaving and entering again. */
  re_entry_gap_hours: number
  /** The version that people enter; null before the first. */
  published_version: number | null
  /** When the scenario was published; null if it has not been. */
  published_at: string | null
  /** When the scenario was paused; null if it has not been. */
  paused_at: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the scenario was created. */
  created_at: string
  /** When the scenario last changed. */
  updated_at: string
  /** The draft. People walk what was published. */
  graph: {
    /** The nodes in any order; a trigger begins, and each exit names the next one. */
    nodes: ({
      /** The name of the node in its graph. */
      id: string
      /** Always `trigger`: it tells this form from the others. */
      kind: 'trigger'
      /** What lets people enter the scenario here. */
      start: {
        /** Always `hand`: it tells this form from the others. */
        by: 'hand'
      } | {
        /** Always `event`: it tells this form from the others. */
        by: 'event'
        /** The type of the event, as webhooks name it. */
        type: string
        /** Tests of the object of the event; all must hold. */
        filter: ({
          /** Of a list, `items[].offer_id` means any of its items. */
          path: string
          /** The value is this one. */
          equals?: string | number | boolean | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The value is one of these. */
          in?: (string | number | boolean)[]
          /** A part of the text, in any case. */
          contains?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The number is this or larger. */
          at_least?: number | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The number is this or smaller. */
          at_most?: number | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The time is later than this. */
          after?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The time is earlier than this. */
          before?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
        } | {
          /** The test that must not hold. */
          not: {
            /** Of a list, `items[].offer_id` means any of its items. */
            path: string
            /** The value is this one. */
            equals?: string | number | boolean | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The value is one of these. */
            in?: (string | number | boolean)[]
            /** A part of the text, in any case. */
            contains?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The number is this or larger. */
            at_least?: number | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The number is this or smaller. */
            at_most?: number | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The time is later than this. */
            after?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The time is earlier than this. */
            before?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
          }
        })[]
      } | {
        /** Always `segment`: it tells this form from the others. */
        by: 'segment'
        /** People enter when they enter the segment, by an event or by time. */
        segment_id: string
      } | {
        /** Always `date`: it tells this form from the others. */
        by: 'date'
        /** The time at which the members of the segment enter. */
        at: string
        /** Its members enter at this time, once. A pause lets it pass. */
        segment_id: string
      }
      /** The next node; a published graph has no open exit. */
      next: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `wait`: it tells this form from the others. */
      kind: 'wait'
      /** What the person waits for. */
      until: {
        /** Always `minutes`: it tells this form from the others. */
        by: 'minutes'
        /** The length of the wait in minutes. */
        minutes: number
      } | {
        /** Always `moment`: it tells this form from the others. */
        by: 'moment'
        /** The time at which the person goes on. */
        at: string
      } | {
        /** Always `clock`: it tells this form from the others. */
        by: 'clock'
        /** 1 is Monday; none for every day. */
        weekdays: number[]
        /** The time of that day, in the zone of the person. */
        time: string
      } | {
        /** Always `event`: it tells this form from the others. */
        by: 'event'
        /** The type of the event, as webhooks name it. */
        type: string
        /** Tests of the object of the event; all must hold. */
        filter: ({
          /** Of a list, `items[].offer_id` means any of its items. */
          path: string
          /** The value is this one. */
          equals?: string | number | boolean | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The value is one of these. */
          in?: (string | number | boolean)[]
          /** A part of the text, in any case. */
          contains?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The number is this or larger. */
          at_least?: number | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The number is this or smaller. */
          at_most?: number | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The time is later than this. */
          after?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The time is earlier than this. */
          before?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
        } | {
          /** The test that must not hold. */
          not: {
            /** Of a list, `items[].offer_id` means any of its items. */
            path: string
            /** The value is this one. */
            equals?: string | number | boolean | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The value is one of these. */
            in?: (string | number | boolean)[]
            /** A part of the text, in any case. */
            contains?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The number is this or larger. */
            at_least?: number | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The number is this or smaller. */
            at_most?: number | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The time is later than this. */
            after?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The time is earlier than this. */
            before?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
          }
        })[]
        /** After so long the person leaves by `timeout`. */
        minutes: number
      } | {
        /** Always `rule`: it tells this form from the others. */
        by: 'rule'
        /** The person goes on once it holds. It is looked at every ten minutes. */
        rule: Record<string, unknown>
        /** After so long the person leaves by `timeout`. */
        minutes: number
      } | {
        /** Always `date`: it tells this form from the others. */
        by: 'date'
        /** The date that the wait counts from. */
        of: {
          /** Always `data`: it tells this form from the others. */
          from: 'data'
          /** A time or a date in the data of the run. */
          name: string
        } | {
          /** Always `person`: it tells this form from the others. */
          from: 'person'
          /** A date of the person: the day they came, or a custom field. */
          field: string
        } | {
          /** Always `session`: it tells this form from the others. */
          from: 'session'
          /** The id of the session of a webinar in the data of the run: of a registration, `session_id`. */
          name: string
        } | {
          /** Always `access`: it tells this form from the others. */
          from: 'access'
          /** The end of the access of the person to it. */
          course_id: string
        }
        /** Whether the date returns every year, as a birthday does. */
        yearly: boolean
        /** Days of the calendar from the date. */
        days: number
        /** Minutes from there: -60 for an hour before. */
        minutes: number
        /** The time of that day, in the zone of the person. */
        time: string | null
      }
      /** The next node; a published graph has no open exit. */
      next: string | null
      /** The next node if the event did not come or the rule did not hold in time; or if there is no such date, or it had passed before. */
      timeout: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `condition`: it tells this form from the others. */
      kind: 'condition'
      /** What let you in, and what you did, is visible to your conditions. */
      if: {
        /** Always `rule`: it tells this form from the others. */
        by: 'rule'
        /** A tree of at most 50 leaves and 5 levels. {"and": [rules]}, {"or": [rules]} and {"not": rule} join rules. Leaves about what is true: {"field": "email" or "custom.<name>", one of "equals", "in", "exists": true, "contains", "starts", "ends", "at_least"/"at_most", "since"/"before", "date", "anniversary"}; {"tag": id}; {"group": id}; {"consent": channel}; {"access": course id, "ends": {"since"/"before"}}; {"segment": id}; {"reachable": topic, "by": transport}: may be written to about the topic; {"spent": currency, "at_least"/"at_most": minor unit}. Leaves about events: {"event": type, "where": {properties}, "at_least": times, "within_days": days}; {"did_not": type, "where", "within_days"}; {"first": type, "where", "since"/"before"}; {"last": type, "where", "since"/"before"}. "where" names what the event was about or how it came out, as far as its type has it: offer_id, course_id, lesson_id, group_id, tag_id, form_id, webinar_id, assignment_id, quiz_id, mailing_id, campaign_id, amount, percent, score, rating, days_late, live_seconds, recording_percent, currency, topic, transport, passed. A number is {"at_least"/"at_most"}; several properties must belong to one event. Without days, with one id, or with none, everything that ever happened counts; with other properties the last 400 days. "after": {"first" or "last": type, "where": {one id}} lets the days begin with another event: {"did_not": "lesson.completed", "where": {"lesson_id": id}, "within_days": 7, "after": {"first": "order.paid"}} holds once the seven days are over, and of nobody without that event. "date" is {"month": 1 to 12 or "this", "day", "year", "weekday": "monday", "zone"}; "anniversary" is {"within_days": 0 for today, "zone"}, and of 29 February the 28th where a year has none. A moment is {"at": time}, {"on": date, "zone": zone} or {"days_ago": days, "zone": zone}: with a zone whole days are counted, from midnight there. Texts are compared in whatever case they are written: "Ann@School.example" is "ann@school.example". A value fits the field: a text, a number, true or false, a date, one of its options, a role. */
        rule: Record<string, unknown>
      } | {
        /** Always `data`: it tells this form from the others. */
        by: 'data'
        /** The test of the data of the run. */
        test: {
          /** Of a list, `items[].offer_id` means any of its items. */
          path: string
          /** The value is this one. */
          equals?: string | number | boolean | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The value is one of these. */
          in?: (string | number | boolean)[]
          /** A part of the text, in any case. */
          contains?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The number is this or larger. */
          at_least?: number | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The number is this or smaller. */
          at_most?: number | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The time is later than this. */
          after?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The time is earlier than this. */
          before?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
        } | {
          /** The test that must not hold. */
          not: {
            /** Of a list, `items[].offer_id` means any of its items. */
            path: string
            /** The value is this one. */
            equals?: string | number | boolean | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The value is one of these. */
            in?: (string | number | boolean)[]
            /** A part of the text, in any case. */
            contains?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The number is this or larger. */
            at_least?: number | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The number is this or smaller. */
            at_most?: number | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The time is later than this. */
            after?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The time is earlier than this. */
            before?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
          }
        }
      } | {
        /** Always `attendance`: it tells this form from the others. */
        by: 'attendance'
        /** The id of the webinar. */
        webinar_id: string
        /** The presence while a session was live, or the share of a recording that was watched: never both together. */
        counts: 'live_seconds' | 'recording_percent'
        /** The least that lets the condition hold, in any one session of the webinar. */
        at_least: number
      }
      /** The next node if the condition holds; a published graph has no open exit. */
      yes: string | null
      /** The next node if it does not hold; a published graph has no open exit. */
      no: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `split`: it tells this form from the others. */
      kind: 'split'
      /** The branches, of which each person takes one by chance. */
      branches: ({
        /** How often people take this branch: with weights 1 and 3 a quarter of them take the first. */
        weight: number
        /** The next node; a published graph has no open exit. */
        next: string | null
      })[]
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `message`: it tells this form from the others. */
      kind: 'message'
      /** The channel by which the message is sent. */
      transport: 'email' | 'telegram' | 'sms' | 'push' | 'in_app'
      /** The key of a topic of the settings; its basis decides who may get the message. */
      topic: string
      /** The id of the message template; null if there is none. */
      template_id: string | null
      /** The subject of an e-mail without a template; it may contain Liquid. */
      subject: string
      /** Markdown with Liquid, without a template. */
      body: string | null
      /** Values by name, which the template or the call gets beside those of the run. */
      variables: Record<string, string | number | boolean>
      /** The next node; a published graph has no open exit. */
      next: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `grant`: it tells this form from the others. */
      kind: 'grant'
      /** The id of the course. */
      course_id: string
      /** The length of the access in days; null for no end. */
      term_days: number | null
      /** The next node; a published graph has no open exit. */
      next: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `revoke`: it tells this form from the others. */
      kind: 'revoke'
      /** The id of the course. */
      course_id: string
      /** The next node; a published graph has no open exit. */
      next: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `tag`: it tells this form from the others. */
      kind: 'tag'
      /** The id of the tag. */
      tag_id: string
      /** Whether the person gets the tag or loses it. */
      action: 'add' | 'remove'
      /** The next node; a published graph has no open exit. */
      next: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `group`: it tells this form from the others. */
      kind: 'group'
      /** The id of the group. */
      group_id: string
      /** Whether the person joins the group or leaves it. */
      action: 'join' | 'leave'
      /** The next node; a published graph has no open exit. */
      next: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `task`: it tells this form from the others. */
      kind: 'task'
      /** What the manager reads in the list of tasks. */
      title: string
      /** What the manager is to do; empty for nothing beyond the title. */
      description: string
      /** The manager who gets the task; null for a task of nobody. */
      assignee_id: string | null
      /** Days until the task is due; null for a task without a term. */
      due_days: number | null
      /** The next node; a published graph has no open exit. */
      next: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `note`: it tells this form from the others. */
      kind: 'note'
      /** What the note about the person says. */
      text: string
      /** The next node; a published graph has no open exit. */
      next: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `scenario`: it tells this form from the others. */
      kind: 'scenario'
      /** The person enters it too, as by hand; this run goes on at once. */
      scenario_id: string
      /** The next node; a published graph has no open exit. */
      next: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `http`: it tells this form from the others. */
      kind: 'http'
      /** Gets a signed POST with the ids of person and run, and the data of the run. */
      url: string
      /** Values by name, which the template or the call gets beside those of the run. */
      variables: Record<string, string | number | boolean>
      /** Values of the JSON answer that the data of the run gets, by their path. */
      save: {
        /** The name that the value gets in the data of the run. */
        name: string
        /** Where the value stands in the answer. */
        path: string
      }[]
      /** The next node; a published graph has no open exit. */
      next: string | null
      /** The next node if three tries brought no answer of 2xx. */
      failed: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `field`: it tells this form from the others. */
      kind: 'field'
      /** The name of a custom field. */
      field: string
      /** The value, or the name of a value in the data of the run; null removes it. */
      value: string | number | boolean | {
        /** The name of a value in the data of the run. */
        data: string
      } | null
      /** The next node; a published graph has no open exit. */
      next: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `mailing`: it tells this form from the others. */
      kind: 'mailing'
      /** A draft, which starts once, for its own audience. */
      mailing_id: string
      /** The next node; a published graph has no open exit. */
      next: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `exit`: it tells this form from the others. */
      kind: 'exit'
      /** What ends the run. */
      on: {
        /** Always `event`: it tells this form from the others. */
        by: 'event'
        /** The type of the event, as webhooks name it. */
        type: string
        /** Tests of the object of the event; all must hold. */
        filter: ({
          /** Of a list, `items[].offer_id` means any of its items. */
          path: string
          /** The value is this one. */
          equals?: string | number | boolean | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The value is one of these. */
          in?: (string | number | boolean)[]
          /** A part of the text, in any case. */
          contains?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The number is this or larger. */
          at_least?: number | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The number is this or smaller. */
          at_most?: number | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The time is later than this. */
          after?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The time is earlier than this. */
          before?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
        } | {
          /** The test that must not hold. */
          not: {
            /** Of a list, `items[].offer_id` means any of its items. */
            path: string
            /** The value is this one. */
            equals?: string | number | boolean | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The value is one of these. */
            in?: (string | number | boolean)[]
            /** A part of the text, in any case. */
            contains?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The number is this or larger. */
            at_least?: number | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The number is this or smaller. */
            at_most?: number | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The time is later than this. */
            after?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The time is earlier than this. */
            before?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
          }
        })[]
      } | {
        /** Always `segment`: it tells this form from the others. */
        by: 'segment'
        /** Being in it, or entering it. */
        segment_id: string
      } | {
        /** Always `rule`: it tells this form from the others. */
        by: 'rule'
        /** It is looked at before every node, and every ten minutes of a wait. */
        rule: Record<string, unknown>
      }
      /** The reason with which the run ends, wherever the person is. No exit leads to this node. */
      as: 'goal' | 'exit'
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `goal`: it tells this form from the others. */
      kind: 'goal'
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `end`: it tells this form from the others. */
      kind: 'end'
    })[]
  }
  /** What people enter; null before the first publication. */
  published_graph: {
    /** The nodes in any order; a trigger begins, and each exit names the next one. */
    nodes: ({
      /** The name of the node in its graph. */
      id: string
      /** Always `trigger`: it tells this form from the others. */
      kind: 'trigger'
      /** What lets people enter the scenario here. */
      start: {
        /** Always `hand`: it tells this form from the others. */
        by: 'hand'
      } | {
        /** Always `event`: it tells this form from the others. */
        by: 'event'
        /** The type of the event, as webhooks name it. */
        type: string
        /** Tests of the object of the event; all must hold. */
        filter: ({
          /** Of a list, `items[].offer_id` means any of its items. */
          path: string
          /** The value is this one. */
          equals?: string | number | boolean | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The value is one of these. */
          in?: (string | number | boolean)[]
          /** A part of the text, in any case. */
          contains?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The number is this or larger. */
          at_least?: number | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The number is this or smaller. */
          at_most?: number | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The time is later than this. */
          after?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The time is earlier than this. */
          before?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
        } | {
          /** The test that must not hold. */
          not: {
            /** Of a list, `items[].offer_id` means any of its items. */
            path: string
            /** The value is this one. */
            equals?: string | number | boolean | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The value is one of these. */
            in?: (string | number | boolean)[]
            /** A part of the text, in any case. */
            contains?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The number is this or larger. */
            at_least?: number | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The number is this or smaller. */
            at_most?: number | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The time is later than this. */
            after?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The time is earlier than this. */
            before?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
          }
        })[]
      } | {
        /** Always `segment`: it tells this form from the others. */
        by: 'segment'
        /** People enter when they enter the segment, by an event or by time. */
        segment_id: string
      } | {
        /** Always `date`: it tells this form from the others. */
        by: 'date'
        /** The time at which the members of the segment enter. */
        at: string
        /** Its members enter at this time, once. A pause lets it pass. */
        segment_id: string
      }
      /** The next node; a published graph has no open exit. */
      next: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `wait`: it tells this form from the others. */
      kind: 'wait'
      /** What the person waits for. */
      until: {
        /** Always `minutes`: it tells this form from the others. */
        by: 'minutes'
        /** The length of the wait in minutes. */
        minutes: number
      } | {
        /** Always `moment`: it tells this form from the others. */
        by: 'moment'
        /** The time at which the person goes on. */
        at: string
      } | {
        /** Always `clock`: it tells this form from the others. */
        by: 'clock'
        /** 1 is Monday; none for every day. */
        weekdays: number[]
        /** The time of that day, in the zone of the person. */
        time: string
      } | {
        /** Always `event`: it tells this form from the others. */
        by: 'event'
        /** The type of the event, as webhooks name it. */
        type: string
        /** Tests of the object of the event; all must hold. */
        filter: ({
          /** Of a list, `items[].offer_id` means any of its items. */
          path: string
          /** The value is this one. */
          equals?: string | number | boolean | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The value is one of these. */
          in?: (string | number | boolean)[]
          /** A part of the text, in any case. */
          contains?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The number is this or larger. */
          at_least?: number | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The number is this or smaller. */
          at_most?: number | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The time is later than this. */
          after?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The time is earlier than this. */
          before?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
        } | {
          /** The test that must not hold. */
          not: {
            /** Of a list, `items[].offer_id` means any of its items. */
            path: string
            /** The value is this one. */
            equals?: string | number | boolean | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The value is one of these. */
            in?: (string | number | boolean)[]
            /** A part of the text, in any case. */
            contains?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The number is this or larger. */
            at_least?: number | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The number is this or smaller. */
            at_most?: number | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The time is later than this. */
            after?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The time is earlier than this. */
            before?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
          }
        })[]
        /** After so long the person leaves by `timeout`. */
        minutes: number
      } | {
        /** Always `rule`: it tells this form from the others. */
        by: 'rule'
        /** The person goes on once it holds. It is looked at every ten minutes. */
        rule: Record<string, unknown>
        /** After so long the person leaves by `timeout`. */
        minutes: number
      } | {
        /** Always `date`: it tells this form from the others. */
        by: 'date'
        /** The date that the wait counts from. */
        of: {
          /** Always `data`: it tells this form from the others. */
          from: 'data'
          /** A time or a date in the data of the run. */
          name: string
        } | {
          /** Always `person`: it tells this form from the others. */
          from: 'person'
          /** A date of the person: the day they came, or a custom field. */
          field: string
        } | {
          /** Always `session`: it tells this form from the others. */
          from: 'session'
          /** The id of the session of a webinar in the data of the run: of a registration, `session_id`. */
          name: string
        } | {
          /** Always `access`: it tells this form from the others. */
          from: 'access'
          /** The end of the access of the person to it. */
          course_id: string
        }
        /** Whether the date returns every year, as a birthday does. */
        yearly: boolean
        /** Days of the calendar from the date. */
        days: number
        /** Minutes from there: -60 for an hour before. */
        minutes: number
        /** The time of that day, in the zone of the person. */
        time: string | null
      }
      /** The next node; a published graph has no open exit. */
      next: string | null
      /** The next node if the event did not come or the rule did not hold in time; or if there is no such date, or it had passed before. */
      timeout: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `condition`: it tells this form from the others. */
      kind: 'condition'
      /** What let you in, and what you did, is visible to your conditions. */
      if: {
        /** Always `rule`: it tells this form from the others. */
        by: 'rule'
        /** A tree of at most 50 leaves and 5 levels. {"and": [rules]}, {"or": [rules]} and {"not": rule} join rules. Leaves about what is true: {"field": "email" or "custom.<name>", one of "equals", "in", "exists": true, "contains", "starts", "ends", "at_least"/"at_most", "since"/"before", "date", "anniversary"}; {"tag": id}; {"group": id}; {"consent": channel}; {"access": course id, "ends": {"since"/"before"}}; {"segment": id}; {"reachable": topic, "by": transport}: may be written to about the topic; {"spent": currency, "at_least"/"at_most": minor unit}. Leaves about events: {"event": type, "where": {properties}, "at_least": times, "within_days": days}; {"did_not": type, "where", "within_days"}; {"first": type, "where", "since"/"before"}; {"last": type, "where", "since"/"before"}. "where" names what the event was about or how it came out, as far as its type has it: offer_id, course_id, lesson_id, group_id, tag_id, form_id, webinar_id, assignment_id, quiz_id, mailing_id, campaign_id, amount, percent, score, rating, days_late, live_seconds, recording_percent, currency, topic, transport, passed. A number is {"at_least"/"at_most"}; several properties must belong to one event. Without days, with one id, or with none, everything that ever happened counts; with other properties the last 400 days. "after": {"first" or "last": type, "where": {one id}} lets the days begin with another event: {"did_not": "lesson.completed", "where": {"lesson_id": id}, "within_days": 7, "after": {"first": "order.paid"}} holds once the seven days are over, and of nobody without that event. "date" is {"month": 1 to 12 or "this", "day", "year", "weekday": "monday", "zone"}; "anniversary" is {"within_days": 0 for today, "zone"}, and of 29 February the 28th where a year has none. A moment is {"at": time}, {"on": date, "zone": zone} or {"days_ago": days, "zone": zone}: with a zone whole days are counted, from midnight there. Texts are compared in whatever case they are written: "Ann@School.example" is "ann@school.example". A value fits the field: a text, a number, true or false, a date, one of its options, a role. */
        rule: Record<string, unknown>
      } | {
        /** Always `data`: it tells this form from the others. */
        by: 'data'
        /** The test of the data of the run. */
        test: {
          /** Of a list, `items[].offer_id` means any of its items. */
          path: string
          /** The value is this one. */
          equals?: string | number | boolean | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The value is one of these. */
          in?: (string | number | boolean)[]
          /** A part of the text, in any case. */
          contains?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The number is this or larger. */
          at_least?: number | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The number is this or smaller. */
          at_most?: number | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The time is later than this. */
          after?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The time is earlier than this. */
          before?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
        } | {
          /** The test that must not hold. */
          not: {
            /** Of a list, `items[].offer_id` means any of its items. */
            path: string
            /** The value is this one. */
            equals?: string | number | boolean | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The value is one of these. */
            in?: (string | number | boolean)[]
            /** A part of the text, in any case. */
            contains?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The number is this or larger. */
            at_least?: number | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The number is this or smaller. */
            at_most?: number | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The time is later than this. */
            after?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The time is earlier than this. */
            before?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
          }
        }
      } | {
        /** Always `attendance`: it tells this form from the others. */
        by: 'attendance'
        /** The id of the webinar. */
        webinar_id: string
        /** The presence while a session was live, or the share of a recording that was watched: never both together. */
        counts: 'live_seconds' | 'recording_percent'
        /** The least that lets the condition hold, in any one session of the webinar. */
        at_least: number
      }
      /** The next node if the condition holds; a published graph has no open exit. */
      yes: string | null
      /** The next node if it does not hold; a published graph has no open exit. */
      no: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `split`: it tells this form from the others. */
      kind: 'split'
      /** The branches, of which each person takes one by chance. */
      branches: ({
        /** How often people take this branch: with weights 1 and 3 a quarter of them take the first. */
        weight: number
        /** The next node; a published graph has no open exit. */
        next: string | null
      })[]
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `message`: it tells this form from the others. */
      kind: 'message'
      /** The channel by which the message is sent. */
      transport: 'email' | 'telegram' | 'sms' | 'push' | 'in_app'
      /** The key of a topic of the settings; its basis decides who may get the message. */
      topic: string
      /** The id of the message template; null if there is none. */
      template_id: string | null
      /** The subject of an e-mail without a template; it may contain Liquid. */
      subject: string
      /** Markdown with Liquid, without a template. */
      body: string | null
      /** Values by name, which the template or the call gets beside those of the run. */
      variables: Record<string, string | number | boolean>
      /** The next node; a published graph has no open exit. */
      next: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `grant`: it tells this form from the others. */
      kind: 'grant'
      /** The id of the course. */
      course_id: string
      /** The length of the access in days; null for no end. */
      term_days: number | null
      /** The next node; a published graph has no open exit. */
      next: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `revoke`: it tells this form from the others. */
      kind: 'revoke'
      /** The id of the course. */
      course_id: string
      /** The next node; a published graph has no open exit. */
      next: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `tag`: it tells this form from the others. */
      kind: 'tag'
      /** The id of the tag. */
      tag_id: string
      /** Whether the person gets the tag or loses it. */
      action: 'add' | 'remove'
      /** The next node; a published graph has no open exit. */
      next: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `group`: it tells this form from the others. */
      kind: 'group'
      /** The id of the group. */
      group_id: string
      /** Whether the person joins the group or leaves it. */
      action: 'join' | 'leave'
      /** The next node; a published graph has no open exit. */
      next: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `task`: it tells this form from the others. */
      kind: 'task'
      /** What the manager reads in the list of tasks. */
      title: string
      /** What the manager is to do; empty for nothing beyond the title. */
      description: string
      /** The manager who gets the task; null for a task of nobody. */
      assignee_id: string | null
      /** Days until the task is due; null for a task without a term. */
      due_days: number | null
      /** The next node; a published graph has no open exit. */
      next: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `note`: it tells this form from the others. */
      kind: 'note'
      /** What the note about the person says. */
      text: string
      /** The next node; a published graph has no open exit. */
      next: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `scenario`: it tells this form from the others. */
      kind: 'scenario'
      /** The person enters it too, as by hand; this run goes on at once. */
      scenario_id: string
      /** The next node; a published graph has no open exit. */
      next: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `http`: it tells this form from the others. */
      kind: 'http'
      /** Gets a signed POST with the ids of person and run, and the data of the run. */
      url: string
      /** Values by name, which the template or the call gets beside those of the run. */
      variables: Record<string, string | number | boolean>
      /** Values of the JSON answer that the data of the run gets, by their path. */
      save: {
        /** The name that the value gets in the data of the run. */
        name: string
        /** Where the value stands in the answer. */
        path: string
      }[]
      /** The next node; a published graph has no open exit. */
      next: string | null
      /** The next node if three tries brought no answer of 2xx. */
      failed: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `field`: it tells this form from the others. */
      kind: 'field'
      /** The name of a custom field. */
      field: string
      /** The value, or the name of a value in the data of the run; null removes it. */
      value: string | number | boolean | {
        /** The name of a value in the data of the run. */
        data: string
      } | null
      /** The next node; a published graph has no open exit. */
      next: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `mailing`: it tells this form from the others. */
      kind: 'mailing'
      /** A draft, which starts once, for its own audience. */
      mailing_id: string
      /** The next node; a published graph has no open exit. */
      next: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `exit`: it tells this form from the others. */
      kind: 'exit'
      /** What ends the run. */
      on: {
        /** Always `event`: it tells this form from the others. */
        by: 'event'
        /** The type of the event, as webhooks name it. */
        type: string
        /** Tests of the object of the event; all must hold. */
        filter: ({
          /** Of a list, `items[].offer_id` means any of its items. */
          path: string
          /** The value is this one. */
          equals?: string | number | boolean | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The value is one of these. */
          in?: (string | number | boolean)[]
          /** A part of the text, in any case. */
          contains?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The number is this or larger. */
          at_least?: number | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The number is this or smaller. */
          at_most?: number | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The time is later than this. */
          after?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The time is earlier than this. */
          before?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
        } | {
          /** The test that must not hold. */
          not: {
            /** Of a list, `items[].offer_id` means any of its items. */
            path: string
            /** The value is this one. */
            equals?: string | number | boolean | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The value is one of these. */
            in?: (string | number | boolean)[]
            /** A part of the text, in any case. */
            contains?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The number is this or larger. */
            at_least?: number | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The number is this or smaller. */
            at_most?: number | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The time is later than this. */
            after?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The time is earlier than this. */
            before?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
          }
        })[]
      } | {
        /** Always `segment`: it tells this form from the others. */
        by: 'segment'
        /** Being in it, or entering it. */
        segment_id: string
      } | {
        /** Always `rule`: it tells this form from the others. */
        by: 'rule'
        /** It is looked at before every node, and every ten minutes of a wait. */
        rule: Record<string, unknown>
      }
      /** The reason with which the run ends, wherever the person is. No exit leads to this node. */
      as: 'goal' | 'exit'
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `goal`: it tells this form from the others. */
      kind: 'goal'
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `end`: it tells this form from the others. */
      kind: 'end'
    })[]
  } | null
  /** What was published, the newest first: the last 100. */
  versions: {
    /** The number of the version, from 1. */
    number: number
    /** When it was published. */
    published_at: string
  }[]
  /** People inside, in all versions. */
  inside_count: number
  /** The people inside, the first of them. */
  inside: ({
    /** The id of the scenario run. */
    id: string
    /** The id of the user. */
    user_id: string
    /** `active` while nodes act, `waiting` at a wait; the other states are final. */
    status: 'active' | 'waiting' | 'finished' | 'closed' | 'failed'
    /** Where it is, or where it ended. */
    node: string
    /** The version of the scenario that it walks. */
    scenario_version: number
    /** When the person came to the node where they are. */
    came_at: string
  })[]
}

export interface ScenarioCreate {
  /** Shown to staff in lists and in the history of a person. */
  name: string
  /** Whether a person who has left may enter again. Default: `"never"`. */
  re_entry?: 'never' | 'after_leaving'
  /** Hours between leaving and entering again. Default: `0`. */
  re_entry_gap_hours?: number
  /** The nodes of the scenario, as a draft until it is published. Default: `{"nodes":[]}`. */
  graph?: {
    /** The nodes in any order; a trigger begins, and each exit names the next one. */
    nodes: ({
      /** The name of the node in its graph. */
      id: string
      /** Always `trigger`: it tells this form from the others. */
      kind: 'trigger'
      /** What lets people enter the scenario here. */
      start: {
        /** Always `hand`: it tells this form from the others. */
        by: 'hand'
      } | {
        /** Always `event`: it tells this form from the others. */
        by: 'event'
        /** The type of the event, as webhooks name it. */
        type: string
        /** Tests of the object of the event; all must hold. Default: `[]`. */
        filter?: ({
          /** Of a list, `items[].offer_id` means any of its items. */
          path: string
          /** The value is this one. */
          equals?: string | number | boolean | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The value is one of these. */
          in?: (string | number | boolean)[]
          /** A part of the text, in any case. */
          contains?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The number is this or larger. */
          at_least?: number | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The number is this or smaller. */
          at_most?: number | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The time is later than this. */
          after?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The time is earlier than this. */
          before?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
        } | {
          /** The test that must not hold. */
          not: {
            /** Of a list, `items[].offer_id` means any of its items. */
            path: string
            /** The value is this one. */
            equals?: string | number | boolean | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The value is one of these. */
            in?: (string | number | boolean)[]
            /** A part of the text, in any case. */
            contains?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The number is this or larger. */
            at_least?: number | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The number is this or smaller. */
            at_most?: number | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The time is later than this. */
            after?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The time is earlier than this. */
            before?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
          }
        })[]
      } | {
        /** Always `segment`: it tells this form from the others. */
        by: 'segment'
        /** People enter when they enter the segment, by an event or by time. */
        segment_id: string
      } | {
        /** Always `date`: it tells this form from the others. */
        by: 'date'
        /** The time at which the members of the segment enter. */
        at: string
        /** Its members enter at this time, once. A pause lets it pass. */
        segment_id: string
      }
      /** The next node; a published graph has no open exit. Default: `null`. */
      next?: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `wait`: it tells this form from the others. */
      kind: 'wait'
      /** What the person waits for. */
      until: {
        /** Always `minutes`: it tells this form from the others. */
        by: 'minutes'
        /** The length of the wait in minutes. */
        minutes: number
      } | {
        /** Always `moment`: it tells this form from the others. */
        by: 'moment'
        /** The time at which the person goes on. */
        at: string
      } | {
        /** Always `clock`: it tells this form from the others. */
        by: 'clock'
        /** 1 is Monday; none for every day. Default: `[]`. */
        weekdays?: number[]
        /** The time of that day, in the zone of the person. */
        time: string
      } | {
        /** Always `event`: it tells this form from the others. */
        by: 'event'
        /** The type of the event, as webhooks name it. */
        type: string
        /** Tests of the object of the event; all must hold. Default: `[]`. */
        filter?: ({
          /** Of a list, `items[].offer_id` means any of its items. */
          path: string
          /** The value is this one. */
          equals?: string | number | boolean | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The value is one of these. */
          in?: (string | number | boolean)[]
          /** A part of the text, in any case. */
          contains?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The number is this or larger. */
          at_least?: number | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The number is this or smaller. */
          at_most?: number | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The time is later than this. */
          after?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The time is earlier than this. */
          before?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
        } | {
          /** The test that must not hold. */
          not: {
            /** Of a list, `items[].offer_id` means any of its items. */
            path: string
            /** The value is this one. */
            equals?: string | number | boolean | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The value is one of these. */
            in?: (string | number | boolean)[]
            /** A part of the text, in any case. */
            contains?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The number is this or larger. */
            at_least?: number | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The number is this or smaller. */
            at_most?: number | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The time is later than this. */
            after?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The time is earlier than this. */
            before?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
          }
        })[]
        /** After so long the person leaves by `timeout`. */
        minutes: number
      } | {
        /** Always `rule`: it tells this form from the others. */
        by: 'rule'
        /** The person goes on once it holds. It is looked at every ten minutes. */
        rule: Record<string, unknown>
        /** After so long the person leaves by `timeout`. */
        minutes: number
      } | {
        /** Always `date`: it tells this form from the others. */
        by: 'date'
        /** The date that the wait counts from. */
        of: {
          /** Always `data`: it tells this form from the others. */
          from: 'data'
          /** A time or a date in the data of the run. */
          name: string
        } | {
          /** Always `person`: it tells this form from the others. */
          from: 'person'
          /** A date of the person: the day they came, or a custom field. */
          field: string
        } | {
          /** Always `session`: it tells this form from the others. */
          from: 'session'
          /** The id of the session of a webinar in the data of the run: of a registration, `session_id`. Default: `"session_id"`. */
          name?: string
        } | {
          /** Always `access`: it tells this form from the others. */
          from: 'access'
          /** The end of the access of the person to it. */
          course_id: string
        }
        /** Whether the date returns every year, as a birthday does. Default: `false`. */
        yearly?: boolean
        /** Days of the calendar from the date. Default: `0`. */
        days?: number
        /** Minutes from there: -60 for an hour before. Default: `0`. */
        minutes?: number
        /** The time of that day, in the zone of the person. Default: `null`. */
        time?: string | null
      }
      /** The next node; a published graph has no open exit. Default: `null`. */
      next?: string | null
      /** The next node if the event did not come or the rule did not hold in time; or if there is no such date, or it had passed before. Default: `null`. */
      timeout?: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `condition`: it tells this form from the others. */
      kind: 'condition'
      /** What let you in, and what you did, is visible to your conditions. */
      if: {
        /** Always `rule`: it tells this form from the others. */
        by: 'rule'
        /** A tree of at most 50 leaves and 5 levels. {"and": [rules]}, {"or": [rules]} and {"not": rule} join rules. Leaves about what is true: {"field": "email" or "custom.<name>", one of "equals", "in", "exists": true, "contains", "starts", "ends", "at_least"/"at_most", "since"/"before", "date", "anniversary"}; {"tag": id}; {"group": id}; {"consent": channel}; {"access": course id, "ends": {"since"/"before"}}; {"segment": id}; {"reachable": topic, "by": transport}: may be written to about the topic; {"spent": currency, "at_least"/"at_most": minor unit}. Leaves about events: {"event": type, "where": {properties}, "at_least": times, "within_days": days}; {"did_not": type, "where", "within_days"}; {"first": type, "where", "since"/"before"}; {"last": type, "where", "since"/"before"}. "where" names what the event was about or how it came out, as far as its type has it: offer_id, course_id, lesson_id, group_id, tag_id, form_id, webinar_id, assignment_id, quiz_id, mailing_id, campaign_id, amount, percent, score, rating, days_late, live_seconds, recording_percent, currency, topic, transport, passed. A number is {"at_least"/"at_most"}; several properties must belong to one event. Without days, with one id, or with none, everything that ever happened counts; with other properties the last 400 days. "after": {"first" or "last": type, "where": {one id}} lets the days begin with another event: {"did_not": "lesson.completed", "where": {"lesson_id": id}, "within_days": 7, "after": {"first": "order.paid"}} holds once the seven days are over, and of nobody without that event. "date" is {"month": 1 to 12 or "this", "day", "year", "weekday": "monday", "zone"}; "anniversary" is {"within_days": 0 for today, "zone"}, and of 29 February the 28th where a year has none. A moment is {"at": time}, {"on": date, "zone": zone} or {"days_ago": days, "zone": zone}: with a zone whole days are counted, from midnight there. Texts are compared in whatever case they are written: "Ann@School.example" is "ann@school.example". A value fits the field: a text, a number, true or false, a date, one of its options, a role. */
        rule: Record<string, unknown>
      } | {
        /** Always `data`: it tells this form from the others. */
        by: 'data'
        /** The test of the data of the run. */
        test: {
          /** Of a list, `items[].offer_id` means any of its items. */
          path: string
          /** The value is this one. */
          equals?: string | number | boolean | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The value is one of these. */
          in?: (string | number | boolean)[]
          /** A part of the text, in any case. */
          contains?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The number is this or larger. */
          at_least?: number | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The number is this or smaller. */
          at_most?: number | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The time is later than this. */
          after?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The time is earlier than this. */
          before?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
        } | {
          /** The test that must not hold. */
          not: {
            /** Of a list, `items[].offer_id` means any of its items. */
            path: string
            /** The value is this one. */
            equals?: string | number | boolean | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The value is one of these. */
            in?: (string | number | boolean)[]
            /** A part of the text, in any case. */
            contains?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The number is this or larger. */
            at_least?: number | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The number is this or smaller. */
            at_most?: number | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The time is later than this. */
            after?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The time is earlier than this. */
            before?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
          }
        }
      } | {
        /** Always `attendance`: it tells this form from the others. */
        by: 'attendance'
        /** The id of the webinar. */
        webinar_id: string
        /** The presence while a session was live, or the share of a recording that was watched: never both together. */
        counts: 'live_seconds' | 'recording_percent'
        /** The least that lets the condition hold, in any one session of the webinar. */
        at_least: number
      }
      /** The next node if the condition holds; a published graph has no open exit. Default: `null`. */
      yes?: string | null
      /** The next node if it does not hold; a published graph has no open exit. Default: `null`. */
      no?: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `split`: it tells this form from the others. */
      kind: 'split'
      /** The branches, of which each person takes one by chance. */
      branches: ({
        /** How often people take this branch: with weights 1 and 3 a quarter of them take the first. */
        weight: number
        /** The next node; a published graph has no open exit. Default: `null`. */
        next?: string | null
      })[]
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `message`: it tells this form from the others. */
      kind: 'message'
      /** The channel by which the message is sent. Default: `"email"`. */
      transport?: 'email' | 'telegram' | 'sms' | 'push' | 'in_app'
      /** The key of a topic of the settings; its basis decides who may get the message. Default: `"news"`. */
      topic?: string
      /** The id of the message template; null if there is none. Default: `null`. */
      template_id?: string | null
      /** The subject of an e-mail without a template; it may contain Liquid. Default: `""`. */
      subject?: string
      /** Markdown with Liquid, without a template. Default: `null`. */
      body?: string | null
      /** Values by name, which the template or the call gets beside those of the run. Default: `{}`. */
      variables?: Record<string, string | number | boolean>
      /** The next node; a published graph has no open exit. Default: `null`. */
      next?: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `grant`: it tells this form from the others. */
      kind: 'grant'
      /** The id of the course. */
      course_id: string
      /** The length of the access in days; null for no end. Default: `null`. */
      term_days?: number | null
      /** The next node; a published graph has no open exit. Default: `null`. */
      next?: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `revoke`: it tells this form from the others. */
      kind: 'revoke'
      /** The id of the course. */
      course_id: string
      /** The next node; a published graph has no open exit. Default: `null`. */
      next?: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `tag`: it tells this form from the others. */
      kind: 'tag'
      /** The id of the tag. */
      tag_id: string
      /** Whether the person gets the tag or loses it. Default: `"add"`. */
      action?: 'add' | 'remove'
      /** The next node; a published graph has no open exit. Default: `null`. */
      next?: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `group`: it tells this form from the others. */
      kind: 'group'
      /** The id of the group. */
      group_id: string
      /** Whether the person joins the group or leaves it. Default: `"join"`. */
      action?: 'join' | 'leave'
      /** The next node; a published graph has no open exit. Default: `null`. */
      next?: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `task`: it tells this form from the others. */
      kind: 'task'
      /** What the manager reads in the list of tasks. */
      title: string
      /** What the manager is to do; empty for nothing beyond the title. Default: `""`. */
      description?: string
      /** The manager who gets the task; null for a task of nobody. Default: `null`. */
      assignee_id?: string | null
      /** Days until the task is due; null for a task without a term. Default: `null`. */
      due_days?: number | null
      /** The next node; a published graph has no open exit. Default: `null`. */
      next?: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `note`: it tells this form from the others. */
      kind: 'note'
      /** What the note about the person says. */
      text: string
      /** The next node; a published graph has no open exit. Default: `null`. */
      next?: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `scenario`: it tells this form from the others. */
      kind: 'scenario'
      /** The person enters it too, as by hand; this run goes on at once. */
      scenario_id: string
      /** The next node; a published graph has no open exit. Default: `null`. */
      next?: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `http`: it tells this form from the others. */
      kind: 'http'
      /** Gets a signed POST with the ids of person and run, and the data of the run. */
      url: string
      /** Values by name, which the template or the call gets beside those of the run. Default: `{}`. */
      variables?: Record<string, string | number | boolean>
      /** Values of the JSON answer that the data of the run gets, by their path. Default: `[]`. */
      save?: {
        /** The name that the value gets in the data of the run. */
        name: string
        /** Where the value stands in the answer. */
        path: string
      }[]
      /** The next node; a published graph has no open exit. Default: `null`. */
      next?: string | null
      /** The next node if three tries brought no answer of 2xx. Default: `null`. */
      failed?: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `field`: it tells this form from the others. */
      kind: 'field'
      /** The name of a custom field. */
      field: string
      /** The value, or the name of a value in the data of the run; null removes it. */
      value: string | number | boolean | {
        /** The name of a value in the data of the run. */
        data: string
      } | null
      /** The next node; a published graph has no open exit. Default: `null`. */
      next?: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `mailing`: it tells this form from the others. */
      kind: 'mailing'
      /** A draft, which starts once, for its own audience. */
      mailing_id: string
      /** The next node; a published graph has no open exit. Default: `null`. */
      next?: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `exit`: it tells this form from the others. */
      kind: 'exit'
      /** What ends the run. */
      on: {
        /** Always `event`: it tells this form from the others. */
        by: 'event'
        /** The type of the event, as webhooks name it. */
        type: string
        /** Tests of the object of the event; all must hold. Default: `[]`. */
        filter?: ({
          /** Of a list, `items[].offer_id` means any of its items. */
          path: string
          /** The value is this one. */
          equals?: string | number | boolean | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The value is one of these. */
          in?: (string | number | boolean)[]
          /** A part of the text, in any case. */
          contains?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The number is this or larger. */
          at_least?: number | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The number is this or smaller. */
          at_most?: number | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The time is later than this. */
          after?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The time is earlier than this. */
          before?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
        } | {
          /** The test that must not hold. */
          not: {
            /** Of a list, `items[].offer_id` means any of its items. */
            path: string
            /** The value is this one. */
            equals?: string | number | boolean | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The value is one of these. */
            in?: (string | number | boolean)[]
            /** A part of the text, in any case. */
            contains?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The number is this or larger. */
            at_least?: number | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The number is this or smaller. */
            at_most?: number | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The time is later than this. */
            after?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The time is earlier than this. */
            before?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
          }
        })[]
      } | {
        /** Always `segment`: it tells this form from the others. */
        by: 'segment'
        /** Being in it, or entering it. */
        segment_id: string
      } | {
        /** Always `rule`: it tells this form from the others. */
        by: 'rule'
        /** It is looked at before every node, and every ten minutes of a wait. */
        rule: Record<string, unknown>
      }
      /** The reason with which the run ends, wherever the person is. No exit leads to this node. Default: `"goal"`. */
      as?: 'goal' | 'exit'
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `goal`: it tells this form from the others. */
      kind: 'goal'
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `end`: it tells this form from the others. */
      kind: 'end'
    })[]
  }
}

export interface ScenarioCreateResult {
  /** The id of the scenario. */
  id: string
  /** Shown to staff in lists and in the history of a person. */
  name: string
  /** paused: nobody enters, and whoever is inside stays where they are; the clock of their waits stands still. */
  status: 'draft' | 'enabled' | 'paused' | 'stopped'
  /** Whether a person who has left may enter again. */
  re_entry: 'never' | 'after_leaving'
  /** Hours between leaving and entering again. */
  re_entry_gap_hours: number
  /** The version that people enter; null before the first. */
  published_version: number | null
  /** When the scenario was published; null if it has not been. */
  published_at: string | null
  /** When the scenario was paused; null if it has not been. */
  paused_at: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the scenario was created. */
  created_at: string
  /** When the scenario last changed. */
  updated_at: string
  /** The draft. People walk what was published. */
  graph: {
    /** The nodes in any order; a trigger begins, and each exit names the next one. */
    nodes: ({
      /** The name of the node in its graph. */
      id: string
      /** Always `trigger`: it tells this form from the others. */
      kind: 'trigger'
      /** What lets people enter the scenario here. */
      start: {
        /** Always `hand`: it tells this form from the others. */
        by: 'hand'
      } | {
        /** Always `event`: it tells this form from the others. */
        by: 'event'
        /** The type of the event, as webhooks name it. */
        type: string
        /** Tests of the object of the event; all must hold. */
        filter: ({
          /** Of a list, `items[].offer_id` means any of its items. */
          path: string
          /** The value is this one. */
          equals?: string | number | boolean | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The value is one of these. */
          in?: (string | number | boolean)[]
          /** A part of the text, in any case. */
          contains?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The number is this or larger. */
          at_least?: number | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The number is this or smaller. */
          at_most?: number | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The time is later than this. */
          after?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The time is earlier than this. */
          before?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
        } | {
          /** The test that must not hold. */
          not: {
            /** Of a list, `items[].offer_id` means any of its items. */
            path: string
            /** The value is this one. */
            equals?: string | number | boolean | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The value is one of these. */
            in?: (string | number | boolean)[]
            /** A part of the text, in any case. */
            contains?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The number is this or larger. */
            at_least?: number | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The number is this or smaller. */
            at_most?: number | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The time is later than this. */
            after?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The time is earlier than this. */
            before?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
          }
        })[]
      } | {
        /** Always `segment`: it tells this form from the others. */
        by: 'segment'
        /** People enter when they enter the segment, by an event or by time. */
        segment_id: string
      } | {
        /** Always `date`: it tells this form from the others. */
        by: 'date'
        /** The time at which the members of the segment enter. */
        at: string
        /** Its members enter at this time, once. A pause lets it pass. */
        segment_id: string
      }
      /** The next node; a published graph has no open exit. */
      next: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `wait`: it tells this form from the others. */
      kind: 'wait'
      /** What the person waits for. */
      until: {
        /** Always `minutes`: it tells this form from the others. */
        by: 'minutes'
        /** The length of the wait in minutes. */
        minutes: number
      } | {
        /** Always `moment`: it tells this form from the others. */
        by: 'moment'
        /** The time at which the person goes on. */
        at: string
      } | {
        /** Always `clock`: it tells this form from the others. */
        by: 'clock'
        /** 1 is Monday; none for every day. */
        weekdays: number[]
        /** The time of that day, in the zone of the person. */
        time: string
      } | {
        /** Always `event`: it tells this form from the others. */
        by: 'event'
        /** The type of the event, as webhooks name it. */
        type: string
        /** Tests of the object of the event; all must hold. */
        filter: ({
          /** Of a list, `items[].offer_id` means any of its items. */
          path: string
          /** The value is this one. */
          equals?: string | number | boolean | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The value is one of these. */
          in?: (string | number | boolean)[]
          /** A part of the text, in any case. */
          contains?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The number is this or larger. */
          at_least?: number | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The number is this or smaller. */
          at_most?: number | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The time is later than this. */
          after?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The time is earlier than this. */
          before?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
        } | {
          /** The test that must not hold. */
          not: {
            /** Of a list, `items[].offer_id` means any of its items. */
            path: string
            /** The value is this one. */
            equals?: string | number | boolean | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The value is one of these. */
            in?: (string | number | boolean)[]
            /** A part of the text, in any case. */
            contains?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The number is this or larger. */
            at_least?: number | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The number is this or smaller. */
            at_most?: number | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The time is later than this. */
            after?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The time is earlier than this. */
            before?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
          }
        })[]
        /** After so long the person leaves by `timeout`. */
        minutes: number
      } | {
        /** Always `rule`: it tells this form from the others. */
        by: 'rule'
        /** The person goes on once it holds. It is looked at every ten minutes. */
        rule: Record<string, unknown>
        /** After so long the person leaves by `timeout`. */
        minutes: number
      } | {
        /** Always `date`: it tells this form from the others. */
        by: 'date'
        /** The date that the wait counts from. */
        of: {
          /** Always `data`: it tells this form from the others. */
          from: 'data'
          /** A time or a date in the data of the run. */
          name: string
        } | {
          /** Always `person`: it tells this form from the others. */
          from: 'person'
          /** A date of the person: the day they came, or a custom field. */
          field: string
        } | {
          /** Always `session`: it tells this form from the others. */
          from: 'session'
          /** The id of the session of a webinar in the data of the run: of a registration, `session_id`. */
          name: string
        } | {
          /** Always `access`: it tells this form from the others. */
          from: 'access'
          /** The end of the access of the person to it. */
          course_id: string
        }
        /** Whether the date returns every year, as a birthday does. */
        yearly: boolean
        /** Days of the calendar from the date. */
        days: number
        /** Minutes from there: -60 for an hour before. */
        minutes: number
        /** The time of that day, in the zone of the person. */
        time: string | null
      }
      /** The next node; a published graph has no open exit. */
      next: string | null
      /** The next node if the event did not come or the rule did not hold in time; or if there is no such date, or it had passed before. */
      timeout: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `condition`: it tells this form from the others. */
      kind: 'condition'
      /** What let you in, and what you did, is visible to your conditions. */
      if: {
        /** Always `rule`: it tells this form from the others. */
        by: 'rule'
        /** A tree of at most 50 leaves and 5 levels. {"and": [rules]}, {"or": [rules]} and {"not": rule} join rules. Leaves about what is true: {"field": "email" or "custom.<name>", one of "equals", "in", "exists": true, "contains", "starts", "ends", "at_least"/"at_most", "since"/"before", "date", "anniversary"}; {"tag": id}; {"group": id}; {"consent": channel}; {"access": course id, "ends": {"since"/"before"}}; {"segment": id}; {"reachable": topic, "by": transport}: may be written to about the topic; {"spent": currency, "at_least"/"at_most": minor unit}. Leaves about events: {"event": type, "where": {properties}, "at_least": times, "within_days": days}; {"did_not": type, "where", "within_days"}; {"first": type, "where", "since"/"before"}; {"last": type, "where", "since"/"before"}. "where" names what the event was about or how it came out, as far as its type has it: offer_id, course_id, lesson_id, group_id, tag_id, form_id, webinar_id, assignment_id, quiz_id, mailing_id, campaign_id, amount, percent, score, rating, days_late, live_seconds, recording_percent, currency, topic, transport, passed. A number is {"at_least"/"at_most"}; several properties must belong to one event. Without days, with one id, or with none, everything that ever happened counts; with other properties the last 400 days. "after": {"first" or "last": type, "where": {one id}} lets the days begin with another event: {"did_not": "lesson.completed", "where": {"lesson_id": id}, "within_days": 7, "after": {"first": "order.paid"}} holds once the seven days are over, and of nobody without that event. "date" is {"month": 1 to 12 or "this", "day", "year", "weekday": "monday", "zone"}; "anniversary" is {"within_days": 0 for today, "zone"}, and of 29 February the 28th where a year has none. A moment is {"at": time}, {"on": date, "zone": zone} or {"days_ago": days, "zone": zone}: with a zone whole days are counted, from midnight there. Texts are compared in whatever case they are written: "Ann@School.example" is "ann@school.example". A value fits the field: a text, a number, true or false, a date, one of its options, a role. */
        rule: Record<string, unknown>
      } | {
        /** Always `data`: it tells this form from the others. */
        by: 'data'
        /** The test of the data of the run. */
        test: {
          /** Of a list, `items[].offer_id` means any of its items. */
          path: string
          /** The value is this one. */
          equals?: string | number | boolean | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The value is one of these. */
          in?: (string | number | boolean)[]
          /** A part of the text, in any case. */
          contains?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The number is this or larger. */
          at_least?: number | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The number is this or smaller. */
          at_most?: number | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The time is later than this. */
          after?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The time is earlier than this. */
          before?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
        } | {
          /** The test that must not hold. */
          not: {
            /** Of a list, `items[].offer_id` means any of its items. */
            path: string
            /** The value is this one. */
            equals?: string | number | boolean | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The value is one of these. */
            in?: (string | number | boolean)[]
            /** A part of the text, in any case. */
            contains?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The number is this or larger. */
            at_least?: number | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The number is this or smaller. */
            at_most?: number | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The time is later than this. */
            after?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The time is earlier than this. */
            before?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
          }
        }
      } | {
        /** Always `attendance`: it tells this form from the others. */
        by: 'attendance'
        /** The id of the webinar. */
        webinar_id: string
        /** The presence while a session was live, or the share of a recording that was watched: never both together. */
        counts: 'live_seconds' | 'recording_percent'
        /** The least that lets the condition hold, in any one session of the webinar. */
        at_least: number
      }
      /** The next node if the condition holds; a published graph has no open exit. */
      yes: string | null
      /** The next node if it does not hold; a published graph has no open exit. */
      no: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `split`: it tells this form from the others. */
      kind: 'split'
      /** The branches, of which each person takes one by chance. */
      branches: ({
        /** How often people take this branch: with weights 1 and 3 a quarter of them take the first. */
        weight: number
        /** The next node; a published graph has no open exit. */
        next: string | null
      })[]
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `message`: it tells this form from the others. */
      kind: 'message'
      /** The channel by which the message is sent. */
      transport: 'email' | 'telegram' | 'sms' | 'push' | 'in_app'
      /** The key of a topic of the settings; its basis decides who may get the message. */
      topic: string
      /** The id of the message template; null if there is none. */
      template_id: string | null
      /** The subject of an e-mail without a template; it may contain Liquid. */
      subject: string
      /** Markdown with Liquid, without a template. */
      body: string | null
      /** Values by name, which the template or the call gets beside those of the run. */
      variables: Record<string, string | number | boolean>
      /** The next node; a published graph has no open exit. */
      next: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `grant`: it tells this form from the others. */
      kind: 'grant'
      /** The id of the course. */
      course_id: string
      /** The length of the access in days; null for no end. */
      term_days: number | null
      /** The next node; a published graph has no open exit. */
      next: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `revoke`: it tells this form from the others. */
      kind: 'revoke'
      /** The id of the course. */
      course_id: string
      /** The next node; a published graph has no open exit. */
      next: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `tag`: it tells this form from the others. */
      kind: 'tag'
      /** The id of the tag. */
      tag_id: string
      /** Whether the person gets the tag or loses it. */
      action: 'add' | 'remove'
      /** The next node; a published graph has no open exit. */
      next: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `group`: it tells this form from the others. */
      kind: 'group'
      /** The id of the group. */
      group_id: string
      /** Whether the person joins the group or leaves it. */
      action: 'join' | 'leave'
      /** The next node; a published graph has no open exit. */
      next: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `task`: it tells this form from the others. */
      kind: 'task'
      /** What the manager reads in the list of tasks. */
      title: string
      /** What the manager is to do; empty for nothing beyond the title. */
      description: string
      /** The manager who gets the task; null for a task of nobody. */
      assignee_id: string | null
      /** Days until the task is due; null for a task without a term. */
      due_days: number | null
      /** The next node; a published graph has no open exit. */
      next: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `note`: it tells this form from the others. */
      kind: 'note'
      /** What the note about the person says. */
      text: string
      /** The next node; a published graph has no open exit. */
      next: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `scenario`: it tells this form from the others. */
      kind: 'scenario'
      /** The person enters it too, as by hand; this run goes on at once. */
      scenario_id: string
      /** The next node; a published graph has no open exit. */
      next: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `http`: it tells this form from the others. */
      kind: 'http'
      /** Gets a signed POST with the ids of person and run, and the data of the run. */
      url: string
      /** Values by name, which the template or the call gets beside those of the run. */
      variables: Record<string, string | number | boolean>
      /** Values of the JSON answer that the data of the run gets, by their path. */
      save: {
        /** The name that the value gets in the data of the run. */
        name: string
        /** Where the value stands in the answer. */
        path: string
      }[]
      /** The next node; a published graph has no open exit. */
      next: string | null
      /** The next node if three tries brought no answer of 2xx. */
      failed: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `field`: it tells this form from the others. */
      kind: 'field'
      /** The name of a custom field. */
      field: string
      /** The value, or the name of a value in the data of the run; null removes it. */
      value: string | number | boolean | {
        /** The name of a value in the data of the run. */
        data: string
      } | null
      /** The next node; a published graph has no open exit. */
      next: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `mailing`: it tells this form from the others. */
      kind: 'mailing'
      /** A draft, which starts once, for its own audience. */
      mailing_id: string
      /** The next node; a published graph has no open exit. */
      next: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `exit`: it tells this form from the others. */
      kind: 'exit'
      /** What ends the run. */
      on: {
        /** Always `event`: it tells this form from the others. */
        by: 'event'
        /** The type of the event, as webhooks name it. */
        type: string
        /** Tests of the object of the event; all must hold. */
        filter: ({
          /** Of a list, `items[].offer_id` means any of its items. */
          path: string
          /** The value is this one. */
          equals?: string | number | boolean | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The value is one of these. */
          in?: (string | number | boolean)[]
          /** A part of the text, in any case. */
          contains?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The number is this or larger. */
          at_least?: number | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The number is this or smaller. */
          at_most?: number | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The time is later than this. */
          after?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The time is earlier than this. */
          before?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
        } | {
          /** The test that must not hold. */
          not: {
            /** Of a list, `items[].offer_id` means any of its items. */
            path: string
            /** The value is this one. */
            equals?: string | number | boolean | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The value is one of these. */
            in?: (string | number | boolean)[]
            /** A part of the text, in any case. */
            contains?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The number is this or larger. */
            at_least?: number | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The number is this or smaller. */
            at_most?: number | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The time is later than this. */
            after?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The time is earlier than this. */
            before?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
          }
        })[]
      } | {
        /** Always `segment`: it tells this form from the others. */
        by: 'segment'
        /** Being in it, or entering it. */
        segment_id: string
      } | {
        /** Always `rule`: it tells this form from the others. */
        by: 'rule'
        /** It is looked at before every node, and every ten minutes of a wait. */
        rule: Record<string, unknown>
      }
      /** The reason with which the run ends, wherever the person is. No exit leads to this node. */
      as: 'goal' | 'exit'
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `goal`: it tells this form from the others. */
      kind: 'goal'
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `end`: it tells this form from the others. */
      kind: 'end'
    })[]
  }
}

export interface ScenarioDryRunRequest {
  /** Whom conditions are asked about. Default: `null`. */
  user_id?: string | null
  /** The trigger at which it begins; the one by hand, or the first one, unless told. Default: `null`. */
  trigger?: string | null
  /** Values that the run begins with, by name. Default: `{}`. */
  data?: Record<string, string | number | boolean>
  /** When it begins; now unless told. Default: `null`. */
  from?: string | null
  /** The zone of the person; unless told theirs, else that of the school. Default: `null`. */
  time_zone?: string | null
  /** Assumed answers of conditions, of rules that are waited for, and of what ends the run, by node. One without an answer, and without a person, is no. Default: `{}`. */
  answers?: Record<string, boolean>
  /** Assumed dates of waits by node: a day or a time; null for none. Default: `{}`. */
  dates?: Record<string, string | null>
  /** Assumed events. Default: `[]`. */
  events?: ({
    /** The type of the event, as webhooks name it. */
    type: string
    /** When it is assumed to happen. */
    at: string
    /** Values of its object by their path: `status`, `items[].offer_id`. Default: `{}`. */
    fields?: Record<string, string | number | boolean | (string | number | boolean)[]>
  })[]
}

export interface ScenarioDryRunResult {
  /** The nodes that the person would pass, in order. */
  path: ({
    /** The name of the node in its graph. */
    node: string
    /** The kind of the node. */
    kind: string
    /** When the person came to the node. */
    entered_at: string
    /** When the person left the node; null where the run is. */
    left_at: string | null
    /** The exit that it took: next, yes, branches.1.next; exit where the run was ended. */
    exit: string | null
    /** What became of the effect, or of the wait; of a message, its present status. */
    outcome: string | null
    /** Why: of a skipped effect, of a condition. */
    reason: string | null
    /** Of a message: what the person would read; of the first 20 messages. */
    message: {
      /** The subject as it would be sent; empty for a channel without one. */
      subject: string
      /** The text as it would be sent. */
      text: string
      /** Variables without a value. */
      missing: string[]
      /** Why the message cannot be rendered; null if it can. */
      error: string | null
    } | null
  })[]
  /** How it ended; null where it would wait for ever. */
  reason: 'end' | 'goal' | 'exit' | null
}

export interface ScenarioPublishRequest {
  /** Only answers; nothing changes. Default: `false`. */
  dry_run?: boolean
  /** Publishes the graph of this version again, in place of the draft, which stays as it is. Default: `null`. */
  from_version?: number | null
  /** Moves whoever is at a node that the new version has, too. Default: `false`. */
  move_inside?: boolean
  /** Lets the present members of the segments of its triggers enter, where it is enabled. Default: `false`. */
  enter_now?: boolean
}

export interface ScenarioPublishResult {
  /** The scenario. */
  scenario: ScenarioCreateResult
  /** Whether the draft is now a version; false for a dry run. */
  published: boolean
  /** People inside older versions, before a move. */
  inside_older: number
  /** Present members of the segments of its triggers whom nothing keeps from entering; null beyond 10,000 members, and while the segments have still to see what has just changed. */
  would_enter: number | null
  /** People who were moved at once, of the first 2,000 inside. The others follow in a moment. */
  moved: number
}

export interface ScenarioRun {
  /** The id of the scenario run. */
  id: string
  /** The id of the scenario. */
  scenario_id: string
  /** The version of the scenario that it walks. */
  scenario_version: number
  /** The id of the user. */
  user_id: string
  /** `active` while nodes act, `waiting` at a wait; the other states are final. */
  status: 'active' | 'waiting' | 'finished' | 'closed' | 'failed'
  /** Where it is, or where it ended. */
  node: string
  /** Why the run ended; null while it has not. */
  reason: 'end' | 'goal' | 'exit' | 'stopped' | 'left' | 'merged' | 'erased' | 'failed' | null
  /** A test is in no statistics, and its waits are short. */
  test: boolean
  /** When the scenario run finished; null if it has not. */
  finished_at: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the scenario run was created. */
  created_at: string
  /** When the scenario run last changed. */
  updated_at: string
  /** When it goes on by itself: the end of its wait. Null while it acts, and once it is over; and of a wait of minutes while the scenario is paused. */
  continues_at: string | null
}

export interface ScenarioRunRequest {
  /** The id of the user. */
  user_id: string
  /** Values that the run begins with, by name. Default: `{}`. */
  data?: Record<string, string | number | boolean>
}

export interface ScenarioStatsResult {
  /** Version and node. */
  id: string
  /** The version of the scenario that has the node. */
  scenario_version: number
  /** The name of the node in its graph. */
  node: string
  /** How often people came to the node. */
  entered: number
  /** How many are at it. */
  waiting: number
  /** How many runs were ended there: by a stop, an erasure, a failure. */
  dropped: number
  /** How often an event began no run at this trigger: in a pause, or because the person was inside, may not enter again, or had entered too many scenarios. */
  refused: number
  /** What became of its messages, those of tests aside; null of a node that has sent none. */
  messages: {
    /** Those that wait, or are tried again. */
    queued: number
    /** Messages that the channel has taken. */
    sent: number
    /** By people: programs that open mails do not count. */
    opened: number
    /** Messages of which a link was followed. */
    clicked: number
    /** The message says why: GET /v1/messages/{id}. */
    skipped: number
    /** Refused by the channel, or unknown. */
    failed: number
  } | null
}

export interface ScenarioStatusRequest {
  /** `enabled` lets people enter and go on, `stopped` lets nobody enter. */
  status: 'enabled' | 'stopped'
  /** Of a stop: ends the runs of people inside, or lets them walk on. Default: `"close"`. */
  inside?: 'close' | 'finish'
  /** Only answers; nothing changes. Default: `false`. */
  dry_run?: boolean
}

export interface ScenarioStatusResult {
  /** The scenario. */
  scenario: ScenarioCreateResult
  /** People inside. */
  inside: number
}

export interface ScenarioSummary {
  /** The id of the scenario. */
  id: string
  /** Shown to staff in lists and in the history of a person. */
  name: string
  /** paused: nobody enters, and whoever is inside stays where they are; the clock of their waits stands still. */
  status: 'draft' | 'enabled' | 'paused' | 'stopped'
  /** Whether a person who has left may enter again. */
  re_entry: 'never' | 'after_leaving'
  /** Hours between leaving and entering again. */
  re_entry_gap_hours: number
  /** The version that people enter; null before the first. */
  published_version: number | null
  /** When the scenario was published; null if it has not been. */
  published_at: string | null
  /** When the scenario was paused; null if it has not been. */
  paused_at: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the scenario was created. */
  created_at: string
  /** When the scenario last changed. */
  updated_at: string
}

export interface ScenarioTestRequest {
  /** The person to test the scenario with. */
  userId: string
  /** Its effects are real; its waits take seconds, and it walks whatever the state of the scenario. Default: `false`. */
  real?: boolean
  /** The trigger at which it begins; the one by hand, or the first one, unless told. Default: `null`. */
  trigger?: string | null
  /** Of a real test: what its run begins with. Default: `{}`. */
  data?: Record<string, string | number | boolean>
  /** Of a real test: answers of conditions and rules by node, in place of the person’s. Default: `{}`. */
  answers?: Record<string, boolean>
}

export interface ScenarioTestResult {
  /** Whether the person would enter now. */
  would_enter: boolean
  /** What keeps the person out; null if nothing does. */
  obstacle: 'not_enabled' | 'inside' | 're_entry' | 'too_many_entries' | 'no_trigger' | null
  /** The first trigger that can let the person in: by hand, with its event once that comes, or through a segment that has the person now. */
  trigger: string | null
  /** The test, if real. */
  run: ScenarioRun | null
}

export interface ScenarioUpdate {
  /** Shown to staff in lists and in the history of a person. */
  name?: string
  /** Whether a person who has left may enter again. */
  re_entry?: 'never' | 'after_leaving'
  /** Hours between leaving and entering again. */
  re_entry_gap_hours?: number
  /** The nodes of the scenario, as a draft until it is published. */
  graph?: {
    /** The nodes in any order; a trigger begins, and each exit names the next one. */
    nodes: ({
      /** The name of the node in its graph. */
      id: string
      /** Always `trigger`: it tells this form from the others. */
      kind: 'trigger'
      /** What lets people enter the scenario here. */
      start: {
        /** Always `hand`: it tells this form from the others. */
        by: 'hand'
      } | {
        /** Always `event`: it tells this form from the others. */
        by: 'event'
        /** The type of the event, as webhooks name it. */
        type: string
        /** Tests of the object of the event; all must hold. Default: `[]`. */
        filter?: ({
          /** Of a list, `items[].offer_id` means any of its items. */
          path: string
          /** The value is this one. */
          equals?: string | number | boolean | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The value is one of these. */
          in?: (string | number | boolean)[]
          /** A part of the text, in any case. */
          contains?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The number is this or larger. */
          at_least?: number | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The number is this or smaller. */
          at_most?: number | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The time is later than this. */
          after?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The time is earlier than this. */
          before?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
        } | {
          /** The test that must not hold. */
          not: {
            /** Of a list, `items[].offer_id` means any of its items. */
            path: string
            /** The value is this one. */
            equals?: string | number | boolean | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The value is one of these. */
            in?: (string | number | boolean)[]
            /** A part of the text, in any case. */
            contains?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The number is this or larger. */
            at_least?: number | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The number is this or smaller. */
            at_most?: number | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The time is later than this. */
            after?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The time is earlier than this. */
            before?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
          }
        })[]
      } | {
        /** Always `segment`: it tells this form from the others. */
        by: 'segment'
        /** People enter when they enter the segment, by an event or by time. */
        segment_id: string
      } | {
        /** Always `date`: it tells this form from the others. */
        by: 'date'
        /** The time at which the members of the segment enter. */
        at: string
        /** Its members enter at this time, once. A pause lets it pass. */
        segment_id: string
      }
      /** The next node; a published graph has no open exit. Default: `null`. */
      next?: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `wait`: it tells this form from the others. */
      kind: 'wait'
      /** What the person waits for. */
      until: {
        /** Always `minutes`: it tells this form from the others. */
        by: 'minutes'
        /** The length of the wait in minutes. */
        minutes: number
      } | {
        /** Always `moment`: it tells this form from the others. */
        by: 'moment'
        /** The time at which the person goes on. */
        at: string
      } | {
        /** Always `clock`: it tells this form from the others. */
        by: 'clock'
        /** 1 is Monday; none for every day. Default: `[]`. */
        weekdays?: number[]
        /** The time of that day, in the zone of the person. */
        time: string
      } | {
        /** Always `event`: it tells this form from the others. */
        by: 'event'
        /** The type of the event, as webhooks name it. */
        type: string
        /** Tests of the object of the event; all must hold. Default: `[]`. */
        filter?: ({
          /** Of a list, `items[].offer_id` means any of its items. */
          path: string
          /** The value is this one. */
          equals?: string | number | boolean | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The value is one of these. */
          in?: (string | number | boolean)[]
          /** A part of the text, in any case. */
          contains?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The number is this or larger. */
          at_least?: number | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The number is this or smaller. */
          at_most?: number | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The time is later than this. */
          after?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The time is earlier than this. */
          before?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
        } | {
          /** The test that must not hold. */
          not: {
            /** Of a list, `items[].offer_id` means any of its items. */
            path: string
            /** The value is this one. */
            equals?: string | number | boolean | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The value is one of these. */
            in?: (string | number | boolean)[]
            /** A part of the text, in any case. */
            contains?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The number is this or larger. */
            at_least?: number | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The number is this or smaller. */
            at_most?: number | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The time is later than this. */
            after?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The time is earlier than this. */
            before?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
          }
        })[]
        /** After so long the person leaves by `timeout`. */
        minutes: number
      } | {
        /** Always `rule`: it tells this form from the others. */
        by: 'rule'
        /** The person goes on once it holds. It is looked at every ten minutes. */
        rule: Record<string, unknown>
        /** After so long the person leaves by `timeout`. */
        minutes: number
      } | {
        /** Always `date`: it tells this form from the others. */
        by: 'date'
        /** The date that the wait counts from. */
        of: {
          /** Always `data`: it tells this form from the others. */
          from: 'data'
          /** A time or a date in the data of the run. */
          name: string
        } | {
          /** Always `person`: it tells this form from the others. */
          from: 'person'
          /** A date of the person: the day they came, or a custom field. */
          field: string
        } | {
          /** Always `session`: it tells this form from the others. */
          from: 'session'
          /** The id of the session of a webinar in the data of the run: of a registration, `session_id`. Default: `"session_id"`. */
          name?: string
        } | {
          /** Always `access`: it tells this form from the others. */
          from: 'access'
          /** The end of the access of the person to it. */
          course_id: string
        }
        /** Whether the date returns every year, as a birthday does. Default: `false`. */
        yearly?: boolean
        /** Days of the calendar from the date. Default: `0`. */
        days?: number
        /** Minutes from there: -60 for an hour before. Default: `0`. */
        minutes?: number
        /** The time of that day, in the zone of the person. Default: `null`. */
        time?: string | null
      }
      /** The next node; a published graph has no open exit. Default: `null`. */
      next?: string | null
      /** The next node if the event did not come or the rule did not hold in time; or if there is no such date, or it had passed before. Default: `null`. */
      timeout?: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `condition`: it tells this form from the others. */
      kind: 'condition'
      /** What let you in, and what you did, is visible to your conditions. */
      if: {
        /** Always `rule`: it tells this form from the others. */
        by: 'rule'
        /** A tree of at most 50 leaves and 5 levels. {"and": [rules]}, {"or": [rules]} and {"not": rule} join rules. Leaves about what is true: {"field": "email" or "custom.<name>", one of "equals", "in", "exists": true, "contains", "starts", "ends", "at_least"/"at_most", "since"/"before", "date", "anniversary"}; {"tag": id}; {"group": id}; {"consent": channel}; {"access": course id, "ends": {"since"/"before"}}; {"segment": id}; {"reachable": topic, "by": transport}: may be written to about the topic; {"spent": currency, "at_least"/"at_most": minor unit}. Leaves about events: {"event": type, "where": {properties}, "at_least": times, "within_days": days}; {"did_not": type, "where", "within_days"}; {"first": type, "where", "since"/"before"}; {"last": type, "where", "since"/"before"}. "where" names what the event was about or how it came out, as far as its type has it: offer_id, course_id, lesson_id, group_id, tag_id, form_id, webinar_id, assignment_id, quiz_id, mailing_id, campaign_id, amount, percent, score, rating, days_late, live_seconds, recording_percent, currency, topic, transport, passed. A number is {"at_least"/"at_most"}; several properties must belong to one event. Without days, with one id, or with none, everything that ever happened counts; with other properties the last 400 days. "after": {"first" or "last": type, "where": {one id}} lets the days begin with another event: {"did_not": "lesson.completed", "where": {"lesson_id": id}, "within_days": 7, "after": {"first": "order.paid"}} holds once the seven days are over, and of nobody without that event. "date" is {"month": 1 to 12 or "this", "day", "year", "weekday": "monday", "zone"}; "anniversary" is {"within_days": 0 for today, "zone"}, and of 29 February the 28th where a year has none. A moment is {"at": time}, {"on": date, "zone": zone} or {"days_ago": days, "zone": zone}: with a zone whole days are counted, from midnight there. Texts are compared in whatever case they are written: "Ann@School.example" is "ann@school.example". A value fits the field: a text, a number, true or false, a date, one of its options, a role. */
        rule: Record<string, unknown>
      } | {
        /** Always `data`: it tells this form from the others. */
        by: 'data'
        /** The test of the data of the run. */
        test: {
          /** Of a list, `items[].offer_id` means any of its items. */
          path: string
          /** The value is this one. */
          equals?: string | number | boolean | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The value is one of these. */
          in?: (string | number | boolean)[]
          /** A part of the text, in any case. */
          contains?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The number is this or larger. */
          at_least?: number | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The number is this or smaller. */
          at_most?: number | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The time is later than this. */
          after?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The time is earlier than this. */
          before?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
        } | {
          /** The test that must not hold. */
          not: {
            /** Of a list, `items[].offer_id` means any of its items. */
            path: string
            /** The value is this one. */
            equals?: string | number | boolean | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The value is one of these. */
            in?: (string | number | boolean)[]
            /** A part of the text, in any case. */
            contains?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The number is this or larger. */
            at_least?: number | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The number is this or smaller. */
            at_most?: number | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The time is later than this. */
            after?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The time is earlier than this. */
            before?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
          }
        }
      } | {
        /** Always `attendance`: it tells this form from the others. */
        by: 'attendance'
        /** The id of the webinar. */
        webinar_id: string
        /** The presence while a session was live, or the share of a recording that was watched: never both together. */
        counts: 'live_seconds' | 'recording_percent'
        /** The least that lets the condition hold, in any one session of the webinar. */
        at_least: number
      }
      /** The next node if the condition holds; a published graph has no open exit. Default: `null`. */
      yes?: string | null
      /** The next node if it does not hold; a published graph has no open exit. Default: `null`. */
      no?: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `split`: it tells this form from the others. */
      kind: 'split'
      /** The branches, of which each person takes one by chance. */
      branches: ({
        /** How often people take this branch: with weights 1 and 3 a quarter of them take the first. */
        weight: number
        /** The next node; a published graph has no open exit. Default: `null`. */
        next?: string | null
      })[]
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `message`: it tells this form from the others. */
      kind: 'message'
      /** The channel by which the message is sent. Default: `"email"`. */
      transport?: 'email' | 'telegram' | 'sms' | 'push' | 'in_app'
      /** The key of a topic of the settings; its basis decides who may get the message. Default: `"news"`. */
      topic?: string
      /** The id of the message template; null if there is none. Default: `null`. */
      template_id?: string | null
      /** The subject of an e-mail without a template; it may contain Liquid. Default: `""`. */
      subject?: string
      /** Markdown with Liquid, without a template. Default: `null`. */
      body?: string | null
      /** Values by name, which the template or the call gets beside those of the run. Default: `{}`. */
      variables?: Record<string, string | number | boolean>
      /** The next node; a published graph has no open exit. Default: `null`. */
      next?: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `grant`: it tells this form from the others. */
      kind: 'grant'
      /** The id of the course. */
      course_id: string
      /** The length of the access in days; null for no end. Default: `null`. */
      term_days?: number | null
      /** The next node; a published graph has no open exit. Default: `null`. */
      next?: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `revoke`: it tells this form from the others. */
      kind: 'revoke'
      /** The id of the course. */
      course_id: string
      /** The next node; a published graph has no open exit. Default: `null`. */
      next?: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `tag`: it tells this form from the others. */
      kind: 'tag'
      /** The id of the tag. */
      tag_id: string
      /** Whether the person gets the tag or loses it. Default: `"add"`. */
      action?: 'add' | 'remove'
      /** The next node; a published graph has no open exit. Default: `null`. */
      next?: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `group`: it tells this form from the others. */
      kind: 'group'
      /** The id of the group. */
      group_id: string
      /** Whether the person joins the group or leaves it. Default: `"join"`. */
      action?: 'join' | 'leave'
      /** The next node; a published graph has no open exit. Default: `null`. */
      next?: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `task`: it tells this form from the others. */
      kind: 'task'
      /** What the manager reads in the list of tasks. */
      title: string
      /** What the manager is to do; empty for nothing beyond the title. Default: `""`. */
      description?: string
      /** The manager who gets the task; null for a task of nobody. Default: `null`. */
      assignee_id?: string | null
      /** Days until the task is due; null for a task without a term. Default: `null`. */
      due_days?: number | null
      /** The next node; a published graph has no open exit. Default: `null`. */
      next?: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `note`: it tells this form from the others. */
      kind: 'note'
      /** What the note about the person says. */
      text: string
      /** The next node; a published graph has no open exit. Default: `null`. */
      next?: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `scenario`: it tells this form from the others. */
      kind: 'scenario'
      /** The person enters it too, as by hand; this run goes on at once. */
      scenario_id: string
      /** The next node; a published graph has no open exit. Default: `null`. */
      next?: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `http`: it tells this form from the others. */
      kind: 'http'
      /** Gets a signed POST with the ids of person and run, and the data of the run. */
      url: string
      /** Values by name, which the template or the call gets beside those of the run. Default: `{}`. */
      variables?: Record<string, string | number | boolean>
      /** Values of the JSON answer that the data of the run gets, by their path. Default: `[]`. */
      save?: {
        /** The name that the value gets in the data of the run. */
        name: string
        /** Where the value stands in the answer. */
        path: string
      }[]
      /** The next node; a published graph has no open exit. Default: `null`. */
      next?: string | null
      /** The next node if three tries brought no answer of 2xx. Default: `null`. */
      failed?: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `field`: it tells this form from the others. */
      kind: 'field'
      /** The name of a custom field. */
      field: string
      /** The value, or the name of a value in the data of the run; null removes it. */
      value: string | number | boolean | {
        /** The name of a value in the data of the run. */
        data: string
      } | null
      /** The next node; a published graph has no open exit. Default: `null`. */
      next?: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `mailing`: it tells this form from the others. */
      kind: 'mailing'
      /** A draft, which starts once, for its own audience. */
      mailing_id: string
      /** The next node; a published graph has no open exit. Default: `null`. */
      next?: string | null
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `exit`: it tells this form from the others. */
      kind: 'exit'
      /** What ends the run. */
      on: {
        /** Always `event`: it tells this form from the others. */
        by: 'event'
        /** The type of the event, as webhooks name it. */
        type: string
        /** Tests of the object of the event; all must hold. Default: `[]`. */
        filter?: ({
          /** Of a list, `items[].offer_id` means any of its items. */
          path: string
          /** The value is this one. */
          equals?: string | number | boolean | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The value is one of these. */
          in?: (string | number | boolean)[]
          /** A part of the text, in any case. */
          contains?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The number is this or larger. */
          at_least?: number | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The number is this or smaller. */
          at_most?: number | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The time is later than this. */
          after?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
          /** The time is earlier than this. */
          before?: string | {
            /** The name of a value in the data of the run. */
            data: string
          }
        } | {
          /** The test that must not hold. */
          not: {
            /** Of a list, `items[].offer_id` means any of its items. */
            path: string
            /** The value is this one. */
            equals?: string | number | boolean | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The value is one of these. */
            in?: (string | number | boolean)[]
            /** A part of the text, in any case. */
            contains?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The number is this or larger. */
            at_least?: number | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The number is this or smaller. */
            at_most?: number | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The time is later than this. */
            after?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
            /** The time is earlier than this. */
            before?: string | {
              /** The name of a value in the data of the run. */
              data: string
            }
          }
        })[]
      } | {
        /** Always `segment`: it tells this form from the others. */
        by: 'segment'
        /** Being in it, or entering it. */
        segment_id: string
      } | {
        /** Always `rule`: it tells this form from the others. */
        by: 'rule'
        /** It is looked at before every node, and every ten minutes of a wait. */
        rule: Record<string, unknown>
      }
      /** The reason with which the run ends, wherever the person is. No exit leads to this node. Default: `"goal"`. */
      as?: 'goal' | 'exit'
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `goal`: it tells this form from the others. */
      kind: 'goal'
    } | {
      /** The name of the node in its graph. */
      id: string
      /** Always `end`: it tells this form from the others. */
      kind: 'end'
    })[]
  }
}

export type ScenarioSort = 'created_at' | '-created_at' | 'updated_at' | '-updated_at' | 'name' | '-name'
/** The query of the list of Scenario. */
export interface ScenarioListQuery extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<ScenarioSort>
  status?: OneOrMany<'draft' | 'enabled' | 'paused' | 'stopped'>
  re_entry?: OneOrMany<'never' | 'after_leaving'>
  published_at?: TimeFilter
  paused_at?: TimeFilter
  created_at?: TimeFilter
  updated_at?: TimeFilter
}

/** The query of the list of ScenarioStats. */
export interface ScenarioStatsListQuery extends PageQuery {
}

/** Why `scenarios.list` can be refused. */
export type ScenariosListReason = CommonReason
/** List scenarios. GET /v1/scenarios; needs scenarios:read. */
export function list(client: Caller, query: ScenarioListQuery = {}, options: RequestOptions = {}): ListPromise<ScenarioSummary, ScenariosListReason> {
  return client.list({ method: 'GET', path: '/v1/scenarios', query }, options)
}

/** Why `scenarios.create` can be refused. */
export type ScenariosCreateReason = CommonReason | 'user_unknown' | 'scenario_unknown' | 'scenarios_limit_reached'
/** Create a scenario, as a draft. POST /v1/scenarios; needs scenarios:write. */
export function create(client: Caller, body: ScenarioCreate, options: RequestOptions = {}): ApiPromise<ScenarioCreateResult, ScenariosCreateReason> {
  return client.call({ method: 'POST', path: '/v1/scenarios', body }, options)
}

/** Why `scenarios.get` can be refused. */
export type ScenariosGetReason = CommonReason
/** Get a scenario with its graph, and who is inside: the first 100. GET /v1/scenarios/{id}; needs scenarios:read. */
export function get(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<Scenario, ScenariosGetReason> {
  return client.call({ method: 'GET', path: `/v1/scenarios/${encodeURIComponent(id)}` }, options)
}

/** Why `scenarios.update` can be refused. */
export type ScenariosUpdateReason = CommonReason | 'user_unknown' | 'scenario_unknown'
/** Change the draft of a scenario; people inside continue in the published version. PATCH /v1/scenarios/{id}; needs scenarios:write. */
export function update(client: Caller, id: string, body: ScenarioUpdate = {}, options: RequestOptions = {}): ApiPromise<ScenarioCreateResult, ScenariosUpdateReason> {
  return client.call({ method: 'PATCH', path: `/v1/scenarios/${encodeURIComponent(id)}`, body }, options)
}

/** Why `scenarios.delete` can be refused. */
export type ScenariosDeleteReason = CommonReason | 'scenario_occupied' | 'scenario_named'
/** Delete a scenario that nobody is in and no other scenario starts; its runs can still be read. DELETE /v1/scenarios/{id}; needs scenarios:write. */
function delete_(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<DeletedScenario, ScenariosDeleteReason> {
  return client.call({ method: 'DELETE', path: `/v1/scenarios/${encodeURIComponent(id)}` }, options)
}

/** Why `scenarios.publish` can be refused. */
export type ScenariosPublishReason = CommonReason | 'graph_invalid' | 'graph_beyond_own' | 'scenario_not_enabled' | 'version_unknown' | 'versions_limit_reached'
/** Publish the draft as a new version; people inside stay in their version unless they are moved. POST /v1/scenarios/{id}/publish; needs scenarios:write. */
export function publish(client: Caller, id: string, body: ScenarioPublishRequest = {}, options: RequestOptions = {}): ApiPromise<ScenarioPublishResult, ScenariosPublishReason> {
  return client.call({ method: 'POST', path: `/v1/scenarios/${encodeURIComponent(id)}/publish`, body }, options)
}

/** Why `scenarios.pause` can be refused. */
export type ScenariosPauseReason = CommonReason | 'scenario_not_enabled' | 'scenario_paused'
/** Pause a scenario: nobody enters or continues, and waits are suspended. POST /v1/scenarios/{id}/pause; needs scenarios:write. */
export function pause(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<ScenarioCreateResult, ScenariosPauseReason> {
  return client.call({ method: 'POST', path: `/v1/scenarios/${encodeURIComponent(id)}/pause` }, options)
}

/** Why `scenarios.status` can be refused. */
export type ScenariosStatusReason = CommonReason | 'scenario_unpublished' | 'scenario_closing'
/** Enable, resume or stop a scenario. POST /v1/scenarios/{id}/status; needs scenarios:write. */
export function status(client: Caller, id: string, body: ScenarioStatusRequest, options: RequestOptions = {}): ApiPromise<ScenarioStatusResult, ScenariosStatusReason> {
  return client.call({ method: 'POST', path: `/v1/scenarios/${encodeURIComponent(id)}/status`, body }, options)
}

/** Why `scenarios.run` can be refused. */
export type ScenariosRunReason = CommonReason | 'user_unknown' | 'scenario_not_enabled' | 'already_inside' | 're_entry_refused' | 'too_many_entries'
/** Start an enabled scenario for a person. POST /v1/scenarios/{id}/run; needs scenarios:write. */
export function run(client: Caller, id: string, body: ScenarioRunRequest, options: RequestOptions = {}): ApiPromise<ScenarioRun, ScenariosRunReason> {
  return client.call({ method: 'POST', path: `/v1/scenarios/${encodeURIComponent(id)}/run`, body }, options)
}

/** Why `scenarios.test` can be refused. */
export type ScenariosTestReason = CommonReason | 'user_unknown' | 'scenario_unpublished' | 'trigger_unknown'
/** Check whether a person would enter a scenario now; with real, run a test of the published version. POST /v1/scenarios/{id}/test; needs scenarios:write. */
export function test(client: Caller, id: string, body: ScenarioTestRequest, options: RequestOptions = {}): ApiPromise<ScenarioTestResult, ScenariosTestReason> {
  return client.call({ method: 'POST', path: `/v1/scenarios/${encodeURIComponent(id)}/test`, body }, options)
}

/** Why `scenarios.dryRun` can be refused. */
export type ScenariosDryRunReason = CommonReason | 'user_unknown' | 'graph_invalid' | 'trigger_unknown' | 'zone_unknown'
/** Simulate the draft of a scenario for a person on a virtual clock, without any effect. POST /v1/scenarios/{id}/dry-run; needs scenarios:read. */
export function dryRun(client: Caller, id: string, body: ScenarioDryRunRequest = {}, options: RequestOptions = {}): ApiPromise<ScenarioDryRunResult, ScenariosDryRunReason> {
  return client.call({ method: 'POST', path: `/v1/scenarios/${encodeURIComponent(id)}/dry-run`, body }, options)
}

/** Why `scenarios.stats` can be refused. */
export type ScenariosStatsReason = CommonReason
/** List the counts of each node, newest versions first: people entered, waiting and dropped, and messages. GET /v1/scenarios/{id}/stats; needs scenarios:read. */
export function stats(client: Caller, id: string, query: ScenarioStatsListQuery = {}, options: RequestOptions = {}): ListPromise<ScenarioStatsResult, ScenariosStatsReason> {
  return client.list({ method: 'GET', path: `/v1/scenarios/${encodeURIComponent(id)}/stats`, query }, options)
}

export { delete_ as delete }

/** The operations of `scenarios` with a client. */
export class ScenariosApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List scenarios. GET /v1/scenarios; needs scenarios:read. */
  list(query: ScenarioListQuery = {}, options: RequestOptions = {}): ListPromise<ScenarioSummary, ScenariosListReason> {
    return list(this.#client, query, options)
  }
  /** Create a scenario, as a draft. POST /v1/scenarios; needs scenarios:write. */
  create(body: ScenarioCreate, options: RequestOptions = {}): ApiPromise<ScenarioCreateResult, ScenariosCreateReason> {
    return create(this.#client, body, options)
  }
  /** Get a scenario with its graph, and who is inside: the first 100. GET /v1/scenarios/{id}; needs scenarios:read. */
  get(id: string, options: RequestOptions = {}): ApiPromise<Scenario, ScenariosGetReason> {
    return get(this.#client, id, options)
  }
  /** Change the draft of a scenario; people inside continue in the published version. PATCH /v1/scenarios/{id}; needs scenarios:write. */
  update(id: string, body: ScenarioUpdate = {}, options: RequestOptions = {}): ApiPromise<ScenarioCreateResult, ScenariosUpdateReason> {
    return update(this.#client, id, body, options)
  }
  /** Delete a scenario that nobody is in and no other scenario starts; its runs can still be read. DELETE /v1/scenarios/{id}; needs scenarios:write. */
  delete(id: string, options: RequestOptions = {}): ApiPromise<DeletedScenario, ScenariosDeleteReason> {
    return delete_(this.#client, id, options)
  }
  /** Publish the draft as a new version; people inside stay in their version unless they are moved. POST /v1/scenarios/{id}/publish; needs scenarios:write. */
  publish(id: string, body: ScenarioPublishRequest = {}, options: RequestOptions = {}): ApiPromise<ScenarioPublishResult, ScenariosPublishReason> {
    return publish(this.#client, id, body, options)
  }
  /** Pause a scenario: nobody enters or continues, and waits are suspended. POST /v1/scenarios/{id}/pause; needs scenarios:write. */
  pause(id: string, options: RequestOptions = {}): ApiPromise<ScenarioCreateResult, ScenariosPauseReason> {
    return pause(this.#client, id, options)
  }
  /** Enable, resume or stop a scenario. POST /v1/scenarios/{id}/status; needs scenarios:write. */
  status(id: string, body: ScenarioStatusRequest, options: RequestOptions = {}): ApiPromise<ScenarioStatusResult, ScenariosStatusReason> {
    return status(this.#client, id, body, options)
  }
  /** Start an enabled scenario for a person. POST /v1/scenarios/{id}/run; needs scenarios:write. */
  run(id: string, body: ScenarioRunRequest, options: RequestOptions = {}): ApiPromise<ScenarioRun, ScenariosRunReason> {
    return run(this.#client, id, body, options)
  }
  /** Check whether a person would enter a scenario now; with real, run a test of the published version. POST /v1/scenarios/{id}/test; needs scenarios:write. */
  test(id: string, body: ScenarioTestRequest, options: RequestOptions = {}): ApiPromise<ScenarioTestResult, ScenariosTestReason> {
    return test(this.#client, id, body, options)
  }
  /** Simulate the draft of a scenario for a person on a virtual clock, without any effect. POST /v1/scenarios/{id}/dry-run; needs scenarios:read. */
  dryRun(id: string, body: ScenarioDryRunRequest = {}, options: RequestOptions = {}): ApiPromise<ScenarioDryRunResult, ScenariosDryRunReason> {
    return dryRun(this.#client, id, body, options)
  }
  /** List the counts of each node, newest versions first: people entered, waiting and dropped, and messages. GET /v1/scenarios/{id}/stats; needs scenarios:read. */
  stats(id: string, query: ScenarioStatsListQuery = {}, options: RequestOptions = {}): ListPromise<ScenarioStatsResult, ScenariosStatsReason> {
    return stats(this.#client, id, query, options)
  }}
