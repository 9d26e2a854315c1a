import {
  A,
  atMost,
  crud,
  event,
  full,
  id,
  LN,
  M,
  refuse,
  resource,
  stamps,
  text,
  timestamp,
} from '@lms/contract'
import { z } from 'zod'
import { refusals as userRefusals } from '../users/user.contract.ts'

export const Tag = z.object({
  id: id('tag'),
  name: text(100, 1)
    .refine(value => value.trim() === value, 'must not begin or end with a space')
    .meta({ examples: ['VIP'] })
    .describe('What staff read; unique in the school.'),
  users_count: z.int().describe('The number of people with the tag, without deleted ones.'),
  ...stamps,
})
export type Tag = z.infer<typeof Tag>

export const PersonTag = Tag.pick({ id: true, name: true }).extend({ added_at: timestamp() })
export type PersonTag = z.infer<typeof PersonTag>

export const PersonTags = z.object({
  id: id('usr').describe('The person.'),
  tags: z.array(PersonTag).describe('All tags of the person after the change.'),
})

/** Maximum tags of a person, and of a school. */
export const maxTags = 500
const maxOfSchool = 5000

export const refusals = refuse({
  school_tags_limit_reached: full(maxOfSchool, 'tags', 'Delete one, or merge it into another.'),
  tag_name_taken: {
    status: 409,
    when: 'another tag of the school has this name, whatever its case',
    message: 'Another tag of this school has this name. To merge the two: PATCH {"merge_into": "tag_…"}.',
  },
  tag_unknown: {
    status: 422,
    when: 'the school has no such tag',
    message: 'This school has no such tag. See details, and create it with POST /v1/tags.',
  },
  tag_merged_into_itself: {
    status: 422,
    when: 'merge_into is the tag itself',
    message: 'A tag cannot be merged into itself. Name another tag.',
  },
  tags_limit_reached: {
    status: 409,
    when: 'the person would have too many tags',
    message: `A person has at most ${maxTags} tags. Remove some first.`,
  },
})

const ofPerson = PersonTag.extend({ user_id: id('usr') })
const related = ['user_id', 'tag_id'] as const
export const userTagAdded = event('user.tag_added', { when: 'a person got a tag', object: ofPerson, related })
export const userTagRemoved = event('user.tag_removed', {
  when: 'a person lost a tag',
  object: ofPerson,
  related,
})

const operations = crud('/v1/tags', Tag, {
  names: ['a tag', 'tags'],
  bound: atMost(maxOfSchool, refusals.school_tags_limit_reached),
  summaries: {
    list: 'List tags with the number of their people',
    delete: 'Delete a tag; it is removed from its people within moments, each with an event user.tag_removed',
  },
  readOnly: ['users_count'],
  filters: ['name'],
  sorts: ['created_at', 'name'],
  refuses: { create: [refusals.tag_name_taken] },
})

/** Tags of one person. */
export const personTagRoom = atMost(maxTags, refusals.tags_limit_reached)

export const tags = resource({
  ...operations,
  update: M('PATCH /v1/tags/{id}', {
    summary: 'Rename a tag, or merge it into another; answers with the tag that stays',
    permission: 'tags:write',
    body: operations.update.body
      .extend({
        merge_into: id('tag')
          .optional()
          .describe(
            'The tag that stays. This tag is deleted at once. Its people get the other one within moments, each with events user.tag_removed and user.tag_added.',
          ),
      })
      .refine(body => body.name === undefined || body.merge_into === undefined, {
        path: ['name'],
        message: 'a tag that is merged into another is not renamed',
      }),
    example: { name: 'Regulars' },
    returns: Tag,
    refuses: [refusals.tag_name_taken, refusals.tag_unknown, refusals.tag_merged_into_itself],
    emits: [userTagAdded, userTagRemoved],
  }),
  delete: { ...operations.delete, emits: [userTagRemoved] },
})

const tagNames = (min: number) =>
  z.strictObject({
    tags: z
      .array(text(100, 1))
      .min(min)
      .max(maxTags)
      .describe('Ids or names of tags.')
      .meta({ examples: [['VIP']] }),
  })

export const personTags = resource({
  list: LN('GET /v1/users/{id}/tags', {
    summary: 'List the tags of a person',
    permission: 'users:read',
    returns: PersonTag,
    list: { filters: {}, sorts: [] },
  }),
  add: A('POST /v1/users/{id}/tags', {
    summary: 'Add tags to a person',
    permission: 'users:write',
    body: tagNames(1),
    bound: personTagRoom,
    returns: PersonTags,
    refuses: [refusals.tag_unknown, userRefusals.user_deleted],
    emits: [userTagAdded],
  }),
  replace: M('PUT /v1/users/{id}/tags', {
    summary: 'Set the tags of a person; all others are removed',
    permission: 'users:write',
    body: tagNames(0),
    returns: PersonTags,
    refuses: [refusals.tag_unknown, userRefusals.user_deleted],
    emits: [userTagAdded, userTagRemoved],
  }),
  delete: M('DELETE /v1/users/{id}/tags', {
    summary: 'Remove tags from a person',
    permission: 'users:write',
    body: tagNames(1),
    returns: PersonTags,
    refuses: [refusals.tag_unknown, userRefusals.user_deleted],
    emits: [userTagRemoved],
  }),
})
