import { builder, type Stores } from '../builder.ts'
import { SegmentMember } from './segment.contract.ts'

export const membershipsOfPerson = builder.personalData({
  what: 'the segments that they are in',
  on_merge: 'the person who stays is looked at again',
  needs: 'users:write',
  incidental: true,
  erased: 'the memberships',
  kept: 'entries and exits with the id',
  why: 'they are numbers of funnels',
  columns: ['segment_people.id', 'segment_checks.user_id', 'segment_moves.user_id'],
  object: SegmentMember,
  positionOf: ({ segment_id }) => segment_id,
  count: async (userId, { segmentMembers }: Stores) =>
    (await segmentMembers.ofPerson(userId, null, 1000)).length,
  items: (userId, { after, most }, { segmentMembers }: Stores) =>
    segmentMembers.ofPerson(userId, after, most),
  move: async ({ from, into }, _, { segments, segmentMembers }) => {
    await segments.lockSchool()
    await segmentMembers.checkEverywhere([from, into], 'event')
  },
  erase: async (userId, _, { segments, segmentMembers }) => {
    await segments.lockSchool()
    await segmentMembers.checkEverywhere([userId], 'event')
  },
})
