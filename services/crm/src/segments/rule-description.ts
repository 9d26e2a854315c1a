// What the reference says of rules. docs/rules.md has ten usual ones.
import { propertyNames } from '../facts/event-properties.ts'
import { eventDays } from '../facts/fact.rules.ts'

export const maxLeaves = 50
export const maxDepth = 5

const sentences = [
  `A tree of at most ${maxLeaves} leaves and ${maxDepth} levels. {"and": [rules]}, {"or": [rules]} and {"not": rule} join rules.`,
  'Leaves about what is true: {"field": "email" or "custom.<name>", one of "equals", "in", "exists": true, "contains", "starts", "ends", "at_least"/"at_most", "since"/"before", "date", "anniversary"}; {"tag": id}; {"group": id}; {"consent": channel}; {"access": course id, "ends": {"since"/"before"}}; {"segment": id}; {"reachable": topic, "by": transport}: may be written to about the topic; {"spent": currency, "at_least"/"at_most": minor unit}.',
  'Leaves about events: {"event": type, "where": {properties}, "at_least": times, "within_days": days}; {"did_not": type, "where", "within_days"}; {"first": type, "where", "since"/"before"}; {"last": type, "where", "since"/"before"}.',
  `"where" names what the event was about or how it came out, as far as its type has it: ${propertyNames.join(', ')}. A number is {"at_least"/"at_most"}; several properties must belong to one event. Without days, with one id, or with none, everything that ever happened counts; with other properties the last ${eventDays} days.`,
  '"after": {"first" or "last": type, "where": {one id}} lets the days begin with another event: {"did_not": "lesson.completed", "where": {"lesson_id": id}, "within_days": 7, "after": {"first": "order.paid"}} holds once the seven days are over, and of nobody without that event.',
  '"date" is {"month": 1 to 12 or "this", "day", "year", "weekday": "monday", "zone"}; "anniversary" is {"within_days": 0 for today, "zone"}, and of 29 February the 28th where a year has none.',
  'A moment is {"at": time}, {"on": date, "zone": zone} or {"days_ago": days, "zone": zone}: with a zone whole days are counted, from midnight there.',
  'Texts are compared in whatever case they are written: "Ann@School.example" is "ann@school.example". A value fits the field: a text, a number, true or false, a date, one of its options, a role.',
]
export const ruleDescription = sentences.join(' ')

export const ruleExamples = [
  {
    and: [{ event: 'order.paid', at_least: 2, within_days: 90 }, { not: { field: 'role', equals: 'owner' } }],
  },
]
