// What is assigned to a curator: people, by the groups that they curate and by name, and courses.
import type { Caller } from '@lms/contract'
import type { Condition } from '@lms/service-host'

/** Selects the ids of the people. */
function assignedPeople({ school, user }: Caller): Condition {
  const members = (groups: string) => `select m.user_id from "learning".group_people m
    where m.school_id = $ and m.role = 'member' and m.group_id in (${groups})`
  return {
    sql: `select c.user_id from "learning"."curators" c
        where c.school_id = $ and c.curator_id = $ and c.user_id is not null
      union all ${members(`select c.group_id from "learning"."curators" c
        where c.school_id = $ and c.curator_id = $ and c.group_id is not null`)}
      union all ${members(`select g.group_id from "learning".group_people g
        where g.school_id = $ and g.user_id = $ and g.role = 'curator'`)}`,
    values: [...[school, user], ...[school, school, user], ...[school, school, user]],
  }
}

/** Whether something of a person in a course is assigned: the person is, or the course. */
export function isAssigned(personColumn: string, caller: Caller): Condition {
  const people = assignedPeople(caller)
  return {
    sql: `(${personColumn} = any(array(${people.sql})) or t.course_id = any(array(
      select c.course_id from "learning"."curators" c where c.school_id = $ and c.curator_id = $ and c.course_id is not null)))`,
    values: [...people.values, caller.school, caller.user],
  }
}

/** Selects the ids of the assigned courses, and of those that assigned people study. */
export function assignedCourses(caller: Caller): Condition {
  const { school, user } = caller
  const people = assignedPeople(caller)
  return {
    sql: `select c.course_id from "learning"."curators" c
        where c.school_id = $ and c.curator_id = $ and c.course_id is not null
      union all select e.course_id from "learning"."enrollments" e
        where e.school_id = $ and e.user_id = any(array(${people.sql}))`,
    values: [school, user, school, ...people.values],
  }
}
